"""Rules for sanctions: the conditions of an application, and the fee."""
