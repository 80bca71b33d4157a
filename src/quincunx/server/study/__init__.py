"""Studies of finished matches: analysed in the background, stored, and shared by all who ask."""
