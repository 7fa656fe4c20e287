#!/bin/sh
# Makes the secrets that docker-compose.yml hands to the containers, in ./secrets; those that exist are kept.
set -eu
cd "$(dirname "$0")"
mkdir -p secrets
# The containers' users read the files; of the users of this machine only the owner gets into the directory.
chmod 700 secrets
cd secrets
umask 077

random() {
  od -An -v -tx1 -N 32 /dev/urandom | tr -d ' \n'
}

# keep NAME TEXT: writes a secret unless it exists.
keep() {
  [ ! -e "$1" ] || return 0
  printf '%s\n' "$2" >"$1.new"
  chmod 444 "$1.new"
  mv "$1.new" "$1"
  printf 'made %s\n' "secrets/$1"
}

# An Ed25519 key, PKCS#8 in PEM (RFC 8410): 16 bytes that are always the same, and 32 random ones.
ed25519_key() {
  echo '-----BEGIN PRIVATE KEY-----'
  { printf '0.\002\001\0000\005\006\003+ep\004"\004 ' && head -c 32 /dev/urandom; } | base64
  echo '-----END PRIVATE KEY-----'
}

keep secret_key "$(random)"
keep evidence_key "$(ed25519_key)"
keep postgres_password "$(random)"
keep database_password "$(random)"
keep database_url "postgres://ecmr:$(cat database_password)@postgres:5432/ecmr"
keep mcp_database_password "$(random)"
keep mcp_database_url "postgres://ecmr_mcp:$(cat mcp_database_password)@postgres:5432/ecmr"
keep documents_database_password "$(random)"
keep documents_database_url "postgres://ecmr_documents:$(cat documents_database_password)@postgres:5432/ecmr"
keep nats_password "$(random)"
keep nats_url "nats://ecmr:$(cat nats_password)@nats:4222"
keep nats_users "users: [{ user: ecmr, password: \"$(cat nats_password)\" }]"
keep grafana_password "$(random)"
# Mail goes out when the operator replaces this by the URL of a server.
keep smtp_url none
# Gemini reads documents when the operator replaces this by the key of a project.
keep gemini_api_key none
chmod u+w smtp_url gemini_api_key
