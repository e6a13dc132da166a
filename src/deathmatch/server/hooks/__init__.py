"""Webhooks: the server tells an address of the host's, over HTTP, each change that spectators are shown."""
