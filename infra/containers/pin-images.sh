#!/bin/sh
# Writes pinned-images.yml beside this script: the images of others that docker-compose.yml and the Dockerfile name, each with the
# digest that its tag has in the registry now. It needs Docker's buildx and the registry; it writes nothing unless it gets all.
#
#   infra/containers/pin-images.sh
#   docker compose -f docker-compose.yml -f infra/containers/pinned-images.yml up --build --detach
#
# Run it when you have tested what the tags mean now, and again to move on. docker-compose.yml works without the file, too.
set -eu
cd "$(dirname "$0")"
compose=../../docker-compose.yml
target=pinned-images.yml
new=$(mktemp "$target.XXXXXX")
trap 'rm -f "$new"' EXIT

# pinned IMAGE: the image with the digest of its tag, which may stand for several processors.
pinned() {
  digest=$(docker buildx imagetools inspect "$1" | sed -n 's/^Digest: *//p')
  case $digest in
  sha256:????????????????????????????????????????????????????????????????) printf '%s@%s' "$1" "$digest" ;;
  *)
    printf 'The registry gives no digest of %s.\n' "$1" >&2
    return 1
    ;;
  esac
}

# Service and image, a line each; our own images are built here.
images() {
  awk '/^services:/ { on = 1; next } /^[^ #]/ { on = 0 }
    on && /^  [a-z-]+:$/ { name = substr($1, 1, length($1) - 1) }
    on && /^    image: / && $2 !~ /^ecmr-/ { print name, $2 }' "$compose"
}

# The services that an image is built for.
built() {
  awk '/^services:/ { on = 1; next } /^[^ #]/ { on = 0 }
    on && /^  [a-z-]+:$/ { name = substr($1, 1, length($1) - 1) }
    on && /^    build: / { print name }' "$compose"
}

{
  printf '# Made by pin-images.sh.\nservices:\n'
  node=$(sed -n 's/^ARG NODE=//p' Dockerfile)
  node=$(pinned "$node")
  for name in $(built); do printf '  %s:\n    build:\n      args:\n        NODE: %s\n' "$name" "$node"; done
  list=$(images)
  while read -r name image; do
    image=$(pinned "$image")
    printf '  %s:\n    image: %s\n' "$name" "$image"
  done <<EOF
$list
EOF
} >"$new"
chmod 644 "$new"
mv "$new" "$target"
printf 'made infra/containers/%s\n' "$target"
