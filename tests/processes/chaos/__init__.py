"""Several people work in an office while its parts are killed, stopped and starved."""
