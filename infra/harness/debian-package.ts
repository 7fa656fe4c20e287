import { execFileSync, spawnSync } from 'node:child_process'

const WITHIN_MS = 300_000
const BETWEEN_TRIES_MS = 1_000

/** Debian puts servers where only root looks. */
export const env = { PATH: `${process.env.PATH}:/usr/sbin` }

/** Whether a program is there to be run, by a call that does nothing. */
export function isInstalled(program: string, call = '--version'): boolean {
  try {
    execFileSync(program, [call], { env, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Installs the Debian package of a program when it is missing and we may. Without it, the tests that need it say so. */
export function bringPackage(program: string): void {
  if (!isInstalled(program)) install(program, [program])
}

/** Installs Debian packages, if we may; says so when they cannot be had. */
export function install(what: string, packages: readonly string[]): void {
  if (process.getuid?.() !== 0) return
  try {
    aptGet(['update'])
    aptGet(['install', '--yes', '--no-install-recommends', ...packages])
  } catch (error) {
    process.stderr.write(`${what} is not there and could not be installed: its tests are skipped. ${error}\n`)
  }
}

/**
 * Runs apt-get. Another one that runs on this machine, as unattended upgrades or the installation of another program
 * do, holds apt's locks: then it is tried again until they are free.
 *
 * @throws when it fails for another reason, with what it said, or when the locks stay taken
 */
export function aptGet(args: readonly string[], cwd?: string): void {
  const until = Date.now() + WITHIN_MS
  for (;;) {
    const { status, stderr, error } = spawnSync('apt-get', ['-qq', ...args], {
      cwd,
      env: { ...env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' },
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
      timeout: WITHIN_MS,
    })
    if (status === 0) return
    if (!/could not get lock|unable to (?:lock|acquire)/i.test(stderr ?? '') || Date.now() > until) {
      throw error ?? new Error(`apt-get ${args[0]}: ${(stderr ?? '').trim()}`)
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BETWEEN_TRIES_MS)
  }
}
