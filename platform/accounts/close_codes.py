"""Why a socket of ours is closed (docs/protocol.md, section 3)."""

BROKEN = 1011
UNREADABLE = 4400
UNAUTHORISED = 4401
FOREIGN_ORIGIN = 4403
TOO_FAST = 4029
