import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

// Programs and libraries; `/usr` as a whole may hold what somebody has put there.
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

/** The paths that a process needs to run the program `entry`, none of them within another. */
export function visiblePaths(entry: string): readonly string[] {
  const { resolve } = createRequire(import.meta.url)
  const modules = dirname(dirname(resolve('tesseract.js/package.json')))
  // Our packages lie beside this one.
  const packages = fileURLToPath(new URL('../../../../', import.meta.url)).replace(/\/$/, '')
  const all = [...SYSTEM, process.execPath, modules, packages, dirname(entry)].filter(existsSync)
  return all.filter((path) => !all.some((other) => other !== path && path.startsWith(`${other}/`)))
}

/** A directory on which other file systems may be mounted, out of the way of all these paths; `undefined`: there is none. */
export function mountPointBeside(paths: readonly string[]): string | undefined {
  return MOUNT_POINTS.find(
    (point) => existsSync(point) && !paths.some((path) => path === point || path.startsWith(`${point}/`)),
  )
}
