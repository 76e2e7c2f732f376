"""The views of games that have ended: turning points, and the statistics of this device."""
