"""Notifications for absent players: Web Push, email and the host's webhook."""
