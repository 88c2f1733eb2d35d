"""How often one address, or one person, may do something: (most, seconds), counted by `accounts.limits` (docs/api.md).

Enough for a family or a class room, not for a flood. A load test from one machine raises what counts by address with
LIMITS_TIMES.
"""

import os

_times = int(os.environ.get("LIMITS_TIMES", "1"))

GUEST_LIMITS = [(60 * _times, 600), (400 * _times, 24 * 3600)]
TABLE_LIMITS = [(60 * _times, 600), (600 * _times, 24 * 3600)]
SOCKET_ADDRESS_LIMITS = [(1200 * _times, 60)]
OPEN_SOCKETS = 400 * _times  # of one address, to one process, at the same time
SOCKET_LIMITS = [(240 * _times, 60)]  # sockets of one person: one for each page that is opened
FRIEND_LIMITS = [(30 * _times, 3600), (100 * _times, 24 * 3600)]
FRIEND_ADDRESS_LIMITS = [(200 * _times, 3600), (600 * _times, 24 * 3600)]  # whoever they are: a guest is quickly made
FIND_LIMITS = [(30 * _times, 600), (300 * _times, 24 * 3600)]  # names that one person looks for
CHALLENGE_LIMITS = [(20 * _times, 600), (100 * _times, 24 * 3600)]
TOKEN_LIMITS = [(20 * _times, 3600)]  # access tokens that one member makes
DELETE_LIMITS = [(10 * _times, 3600)]
EXPORT_LIMITS = [(6 * _times, 3600)]
SENT_LIMITS = [(300 * _times, 60), (20_000 * _times, 24 * 3600)]  # everything that is sent and not only looked at
WAIT_LIMITS = [(120 * _times, 60), (5000 * _times, 24 * 3600)]
RECORD_LIMITS = [(60 * _times, 60), (2000 * _times, 24 * 3600)]  # each is written from the whole log of a table
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024  # no form of ours holds more than a page of text

# Failures at the door, per account and per address, and what else is counted there: (most, seconds).
SIGN_IN_LIMITS = [(5, 300), (20, 3600), (100, 24 * 3600)]
SIGN_IN_ADDRESS_LIMITS = [(30 * _times, 300), (300 * _times, 24 * 3600)]
LINK_LIMITS = [(20, 60)]  # links of sign-in mails that are followed
MAIL_LIMITS = [(5, 3600), (15, 24 * 3600)]
RENAME_LIMITS = [(5, 3600), (15, 24 * 3600)]
CODE_FAILURES = (5, 300)
ACCOUNT_RATE_LIMITS = {
    "signup": f"{10 * _times}/m/ip,{60 * _times}/h/ip",
    "login": f"{30 * _times}/m/ip",
    # codes of apps, per member; passwords are counted by accounts.lockout
    "login_failed": f"{CODE_FAILURES[0]}/{CODE_FAILURES[1]}s/key,20/3600s/key,100/86400s/key",
    "confirm_email": "1/180s/key,5/3600s/key",  # more are not sent, and nothing is said
    "request_login_code": f"{20 * _times}/m/ip,3/300s/key",
    "reset_password": f"{20 * _times}/m/ip,3/300s/key",
    "reset_password_from_key": f"{20 * _times}/m/ip",
}
MFA_RATE_LIMITS = {"webauthn_login": f"{20 * _times}/m/ip"}
