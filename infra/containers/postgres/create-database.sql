-- Runs once, in a new cluster: the services own their database and are no superusers.
\set password `cat /run/secrets/database_password`
create role ecmr login password :'password';
create database ecmr owner ecmr;
