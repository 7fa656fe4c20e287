import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * A script that makes a file system of its own out of the paths that it is given, read-only, and runs a command in it. It needs
 * namespaces of its own for mounts, and the right to mount. Arguments: an existing directory, the paths, `--`, the command.
 *
 * It replaces itself by the command, so that the id of the process stays, and its open files do.
 */
const enterScript = `
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

// Programs and libraries; `/usr` as a whole may hold files of users.
const SYSTEM = [
  '/bin',
  '/sbin',
  '/lib',
  '/lib32',
  '/lib64',
  '/usr/bin',
  '/usr/sbin',
  '/usr/lib',
  '/usr/lib32',
  '/usr/lib64',
  '/usr/libexec',
  '/etc/ld.so.cache',
  '/dev/null',
  '/dev/urandom',
  '/dev/random',
  '/proc',
]
const MOUNT_POINTS = ['/mnt', '/srv', '/media', '/opt']

/** A program that is to be run apart. */
export interface ProgramApart {
  readonly entry: string
  /** the files of installed modules with native code that it loads; what else it loads is installed beside them */
  readonly natives: readonly string[]
  /** other folders that it reads */
  readonly folders?: readonly string[]
}

const MODULES = '/node_modules/'

/** The paths that a process needs to run a program, none of them within another. */
function visiblePaths({ entry, natives, folders = [] }: ProgramApart): readonly string[] {
  const modules = natives.map((path) => path.slice(0, path.indexOf(MODULES) + MODULES.length - 1))
  // Our packages lie beside this one.
  const packages = fileURLToPath(new URL('../../../', import.meta.url)).replace(/\/$/, '')
  const all = [
    ...new Set([...SYSTEM, process.execPath, ...modules, packages, dirname(entry), ...folders]),
  ].filter(existsSync)
  return all.filter((path) => !all.some((other) => other !== path && path.startsWith(`${other}/`)))
}

/** A directory on which other file systems may be mounted, out of the way of all these paths; `undefined`: there is none. */
function mountPointBeside(paths: readonly string[]): string | undefined {
  return MOUNT_POINTS.find(
    (point) => existsSync(point) && !paths.some((path) => path === point || path.startsWith(`${point}/`)),
  )
}

/** A command that runs the command behind it with less than this process may do; empty: with as much. */
export type Launch = readonly string[]

/** A user id that no account of a usual system has, not even `nobody`, which other programs run as. */
const UNUSED_USER = 65_533
const NOTHING_MORE = ['--no-new-privs', '--inh-caps=-all', '--bounding-set=-all']

/**
 * The ways to start a program apart from everything else, the best first; the last is none at all. Whether one works here is
 * seen when it is tried.
 */
export function launches(program: ProgramApart): readonly Launch[] {
  const unshare = programNamed('unshare')
  const setpriv = programNamed('setpriv')
  if (process.platform !== 'linux' || unshare === undefined || setpriv === undefined) return [[]]
  const isRoot = process.getuid?.() === 0
  const asUser = [`--reuid=${UNUSED_USER}`, `--regid=${UNUSED_USER}`, '--clear-groups']
  const drop = [setpriv, ...(isRoot ? asUser : []), ...NOTHING_MORE]
  const namespaces = [unshare, ...(isRoot ? [] : ['--user', '--map-root-user']), '--net', '--ipc']
  return [
    ...inOwnFiles(program, [...namespaces, '--mount', '--'], drop),
    [...namespaces, '--', ...drop],
    // Without namespaces only root can drop capabilities for good.
    isRoot ? drop : [setpriv, '--no-new-privs'],
    [],
  ]
}

function inOwnFiles(program: ProgramApart, namespaces: Launch, drop: Launch): readonly Launch[] {
  const paths = visiblePaths(program)
  const mountPoint = mountPointBeside(paths)
  if (mountPoint === undefined) return []
  return [[...namespaces, '/bin/sh', '-c', enterScript, 'sh', mountPoint, ...paths, '--', ...drop]]
}

function programNamed(name: string): string | undefined {
  return ['/usr/bin', '/bin', '/usr/sbin', '/sbin'].map((folder) => `${folder}/${name}`).find(existsSync)
}

/** The whole environment of a process. With files of its own it has a temporary folder of its own, too. */
export function childEnvironment(launch: Launch): Readonly<Record<string, string>> {
  const folder = launch.includes('--mount') ? '/tmp' : tmpdir()
  // A user without an account has no home, which the image decoder asks for. What is large is given back when it is freed: else glibc
  // takes more and more of it from heaps that fall to pieces (mallopt(3)).
  return {
    LC_ALL: 'C.UTF-8',
    TZ: 'UTC',
    TMPDIR: folder,
    HOME: folder,
    MALLOC_MMAP_THRESHOLD_: String(1024 * 1024),
    MALLOC_ARENA_MAX: '2',
  }
}
