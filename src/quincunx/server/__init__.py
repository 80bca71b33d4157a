"""The hall: live tables over HTTP and WebSocket, each match stored before it is sent."""
