#!/bin/sh
# Copies programs, with the libraries that they load, out of a Debian into a directory that becomes the root of an image. Of files in
# other places, such as native modules of npm packages, only the libraries are copied. What a directory OTHER has already is left out.
#
#   collect-programs.sh [--beside OTHER] DIRECTORY FILE…
set -eu
beside=
if [ "$1" = --beside ]; then
  beside=$2
  shift 2
fi
target=$1
shift

# copy FILE: under its real directory, since /lib is a link to /usr/lib. Its package is named for those who look for known faults, and
# its licence comes along.
copy() {
  path=$(readlink -f "$(dirname "$1")")/$(basename "$1")
  if [ -n "$beside" ] && [ -e "$beside$path" ]; then return 0; fi
  mkdir -p "$target$(dirname "$path")"
  cp -L --preserve=mode,timestamps "$path" "$target$path"
  chmod u-s,g-s "$target$path"
  # Programs beneath /usr/local are of no package.
  package=$(dpkg-query --search "$path" "${path#/usr}" 2>/dev/null | sed -n '/^diversion /d; s/:.*//p; q')
  [ -n "$package" ] || return 0
  mkdir -p "$target/var/lib/dpkg/status.d" "$target/usr/share/doc/$package"
  dpkg-query --status "$package" >"$target/var/lib/dpkg/status.d/$package"
  # Some have theirs with the base package of their source, such as gcc-12-base.
  for owner in "$package" "$(dpkg-query --show --showformat='${source:Package}' "$package")-base"; do
    if [ -e "/usr/share/doc/$owner/copyright" ]; then
      cp -L "/usr/share/doc/$owner/copyright" "$target/usr/share/doc/$package/"
      return 0
    fi
  done
  printf 'the licence of %s is not installed here\n' "$package" >&2
}

for file in "$@"; do
  case $file in
  /bin/* | /sbin/* | /usr/*) copy "$file" ;;
  esac
  libraries=$(ldd "$file")
  case $libraries in
  *'not found'*)
    printf '%s lacks a library:\n%s\n' "$file" "$libraries" >&2
    exit 1
    ;;
  esac
  for library in $(printf '%s\n' "$libraries" | grep -o '/[^ ]*'); do copy "$library"; done
done
