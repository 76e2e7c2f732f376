"""The bot workshop without its page: bots as files, the errors of beginners, the guided steps, and what
runs inside the fence."""
