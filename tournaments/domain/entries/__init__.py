"""What an entry is beside the player: a latecomer's boards, and what the section becomes."""
