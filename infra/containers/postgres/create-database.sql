-- Runs once, in a new cluster: the services own their database and are no superusers. What the MCP service and the
-- service of documents may do there, the api says.
\set password `cat /run/secrets/database_password`
\set mcp_password `cat /run/secrets/mcp_database_password`
\set documents_password `cat /run/secrets/documents_database_password`
create role ecmr login password :'password';
create role ecmr_mcp login password :'mcp_password';
create role ecmr_documents login password :'documents_password';
create database ecmr owner ecmr;
revoke temporary on database ecmr from public;
