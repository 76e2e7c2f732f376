"""What is seen of games that have ended: where they turned, and the statistics of this device."""
