"""Tests of `federation.management`."""
