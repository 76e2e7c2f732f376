"""The views of the bot workshop."""
