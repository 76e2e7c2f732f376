"""The state of the bot workshop."""
