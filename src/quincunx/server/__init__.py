"""The hall: a server of live tables over HTTP and WebSocket, which stores every step before it sends it."""
