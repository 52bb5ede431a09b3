"""The office as processes: started, killed, stopped, upgraded and restored."""
