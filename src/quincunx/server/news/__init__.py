"""News for those who are not there: Web Push and the host's webhook."""
