"""What `likuta.payments` consists of."""
