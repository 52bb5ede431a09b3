"""Several people work while the parts of their office are killed, stopped and starved."""
