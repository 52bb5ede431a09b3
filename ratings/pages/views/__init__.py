"""The context of every ratings page, and parts that several pages share."""
