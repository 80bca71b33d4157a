"""A position of Pig as people say it."""

SAID = "30 to 45, turn 12"
