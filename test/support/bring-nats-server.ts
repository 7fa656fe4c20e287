import { execFileSync } from 'node:child_process'

const WITHIN_MS = 120_000
const PATH = `${process.env.PATH}:/usr/sbin`

/** Installs Debian's nats-server when there is none and we may. Without it, the tests that need one say so. */
function bring(): void {
  if (isThere() || process.getuid?.() !== 0) return
  const env = { PATH, DEBIAN_FRONTEND: 'noninteractive' }
  const run = (...args: string[]): void =>
    void execFileSync('apt-get', ['-qq', ...args], { env, stdio: 'ignore', timeout: WITHIN_MS })
  try {
    run('update')
    run('install', '--yes', '--no-install-recommends', 'nats-server')
  } catch {
    process.stderr.write('nats-server is not there and could not be installed: its tests are skipped.\n')
  }
}

function isThere(): boolean {
  try {
    execFileSync('nats-server', ['--version'], { env: { PATH }, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

bring()
