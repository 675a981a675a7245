"""How calls are signed, sent, retried and read."""
