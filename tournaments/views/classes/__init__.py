"""The classes of players: who starts in another one, and who steps down."""
