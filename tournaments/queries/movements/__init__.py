"""Class movements as the committee reads them, and what waits for them or rests on them."""
