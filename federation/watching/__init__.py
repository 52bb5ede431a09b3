"""What somebody who watches the office is told: figures, numbered log lines, signs of life."""
