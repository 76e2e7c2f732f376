"""The board maker: its own state, views and actions. Fetched when it is first opened."""
