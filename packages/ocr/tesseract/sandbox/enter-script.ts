/**
 * A script that makes a file system of its own out of the paths that it is given, read-only, and runs a command in it. It needs
 * namespaces of its own for mounts, and the right to mount. Arguments: an existing directory, the paths, `--`, the command.
 *
 * It replaces itself by the command, so that the id of the process stays, and its open files do.
 */
export const enterScript = `
set -eu
PATH=/usr/sbin:/usr/bin:/sbin:/bin
root=$1
shift
mount -t tmpfs -o mode=755,size=1m,nosuid tmpfs "$root"
cd "$root"
mkdir .old tmp
mount -t tmpfs -o mode=1777,size=64m,nosuid,nodev tmpfs tmp
while [ "$1" != -- ]; do
  mkdir -p ".\${1%/*}"
  if [ -L "$1" ]; then
    ln -s "$(readlink "$1")" ".$1"
  elif [ -d "$1" ]; then
    mkdir -p ".$1"
    mount --rbind "$1" ".$1"
    if [ "$1" != /proc ]; then
      mount -o remount,bind,ro ".$1" 2>/dev/null || mount -o remount,bind,ro,nosuid,nodev ".$1"
    fi
  else
    : >".$1"
    mount --bind "$1" ".$1"
  fi
  shift
done
shift
mount -o remount,bind,ro,nosuid .
pivot_root . .old
umount -l /.old
exec "$@"
`
