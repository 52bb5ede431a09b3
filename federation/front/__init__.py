"""The layer between the web server and Django: request bodies are read whole before a
thread is taken, and answers are written whole before they are sent.
"""
