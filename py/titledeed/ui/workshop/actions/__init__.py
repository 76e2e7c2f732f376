"""The actions of the bot workshop."""
