"""The layer between the web server and Django: request bodies are read completely
before a thread is taken, and answers are written completely before they are sent.
"""
