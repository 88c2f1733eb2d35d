#!/bin/sh
# Run once by the database's image when its volume is new.
set -eu
psql -v ON_ERROR_STOP=1 -U postgres -v owner_password="'$OWNER_PASSWORD'" -v app_password="'$APP_PASSWORD'" -f /opt/roles.sql
