"""Tests of `tournaments.management`."""
