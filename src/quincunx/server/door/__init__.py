"""Connections: limits, addresses, bans, WebSocket messages in and out."""
