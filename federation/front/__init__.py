"""What stands between the web server and Django: bodies are taken in whole before a
thread is, and answers are written whole before they are sent.
"""
