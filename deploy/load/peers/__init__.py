"""Others in our trade, measured beside us in alternating rounds: OpenSpiel's skat and boardgame.io with PostgreSQL."""
