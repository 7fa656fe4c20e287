import { existsSync } from 'node:fs'
import { enterScript } from './enter-script.js'
import { mountPointBeside, visiblePaths } from './visible-paths.js'

/** A command that runs the command behind it with less than this process may do; empty: with as much. */
export type Launch = readonly string[]

/** No account of a usual system has it, not even nobody, whom others run as. */
const READING_USER = 65_533
const NOTHING_MORE = ['--no-new-privs', '--inh-caps=-all', '--bounding-set=-all']

/**
 * The ways to start the program `entry` apart from everything else, the best first; the last is none at all. Whether one works here is
 * seen when it is tried.
 */
export function launches(entry: string): readonly Launch[] {
  const unshare = programNamed('unshare')
  const setpriv = programNamed('setpriv')
  if (process.platform !== 'linux' || unshare === undefined || setpriv === undefined) return [[]]
  const isRoot = process.getuid?.() === 0
  const asUser = [`--reuid=${READING_USER}`, `--regid=${READING_USER}`, '--clear-groups']
  const drop = [setpriv, ...(isRoot ? asUser : []), ...NOTHING_MORE]
  const namespaces = [unshare, ...(isRoot ? [] : ['--user', '--map-root-user']), '--net', '--ipc']
  return [
    ...inOwnFiles(entry, [...namespaces, '--mount', '--'], drop),
    [...namespaces, '--', ...drop],
    // Without namespaces only root can drop capabilities for good.
    isRoot ? drop : [setpriv, '--no-new-privs'],
    [],
  ]
}

function inOwnFiles(entry: string, namespaces: Launch, drop: Launch): readonly Launch[] {
  const paths = visiblePaths(entry)
  const mountPoint = mountPointBeside(paths)
  if (mountPoint === undefined) return []
  return [[...namespaces, '/bin/sh', '-c', enterScript, 'sh', mountPoint, ...paths, '--', ...drop]]
}

function programNamed(name: string): string | undefined {
  return ['/usr/bin', '/bin', '/usr/sbin', '/sbin'].map((folder) => `${folder}/${name}`).find(existsSync)
}
