"""Put Adage's hooks into an agent's settings, take them out again, and check that they work."""
