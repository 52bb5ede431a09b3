"""Class movements: proposed, decided and undone; and stepping down on request."""
