"""HTTP, WebSocket and HTML over one lobby."""
