-- Once per server, as a superuser:
--   psql -v owner_password="'…'" -v app_password="'…'" -f deploy/postgres/roles.sql
--
-- Two roles. The owner makes and changes tables (migrations). The application runs as `opentrick_app`, which owns nothing:
-- after each migration `manage.py grant_app_role opentrick_app` gives it what it needs, and of the log that is SELECT and
-- INSERT only. Whoever breaks into the web process cannot change what happened at a table.
CREATE ROLE opentrick_owner LOGIN PASSWORD :owner_password;
CREATE ROLE opentrick_app LOGIN PASSWORD :app_password;
CREATE DATABASE opentrick OWNER opentrick_owner ENCODING 'UTF8' TEMPLATE template0;
REVOKE ALL ON DATABASE opentrick FROM PUBLIC;
