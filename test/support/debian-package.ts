import { execFileSync } from 'node:child_process'

const WITHIN_MS = 300_000

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
  const run = (...args: string[]): void =>
    void execFileSync('apt-get', ['-qq', ...args], {
      env: { ...env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: 'ignore',
      timeout: WITHIN_MS,
    })
  try {
    run('update')
    run('install', '--yes', '--no-install-recommends', ...packages)
  } catch {
    process.stderr.write(`${what} is not there and could not be installed: its tests are skipped.\n`)
  }
}
