"""The hall: a server of live tables over HTTP and WebSocket, where every step is stored before anyone is told of it."""
