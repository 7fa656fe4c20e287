import { execFileSync } from 'node:child_process'

const WITHIN_MS = 300_000

/** Debian puts servers where only root looks. */
export const env = { PATH: `${process.env.PATH}:/usr/sbin` }

/** Whether a program is there to be run. */
export function isInstalled(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { env, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Installs the Debian package of a program when it is missing and we may. Without it, the tests that need it say so. */
export function bringPackage(program: string): void {
  if (isInstalled(program) || process.getuid?.() !== 0) return
  const run = (...args: string[]): void =>
    void execFileSync('apt-get', ['-qq', ...args], {
      env: { ...env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: 'ignore',
      timeout: WITHIN_MS,
    })
  try {
    run('update')
    run('install', '--yes', '--no-install-recommends', program)
  } catch {
    process.stderr.write(`${program} is not there and could not be installed: its tests are skipped.\n`)
  }
}
