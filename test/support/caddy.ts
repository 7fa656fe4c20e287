import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'
import { aptGet, isInstalled } from '#harness/debian-package'
import { startServer } from './spawned-server.js'

const UNPACKED = join(tmpdir(), 'ecmr-test-caddy')
const WITHIN_MS = 120_000
const program = existsSync(join(UNPACKED, 'usr/bin/caddy')) ? join(UNPACKED, 'usr/bin/caddy') : 'caddy'

/** Why there is no Caddy on this machine, or false: for the `skip` option of a test. */
export const withoutCaddy: string | false =
  program === 'caddy' && !isInstalled('caddy') ? 'caddy is not installed and could not be unpacked' : false

/** Unpacks Debian's Caddy without installing it, since its package starts a server on port 80. */
export function bringCaddy(): void {
  if (!withoutCaddy) return
  try {
    mkdirSync(UNPACKED, { recursive: true })
    if (process.getuid?.() === 0) aptGet(['update'])
    aptGet(['download', 'caddy'], UNPACKED)
    const [file = 'caddy.deb'] = readdirSync(UNPACKED).filter((name) => name.endsWith('.deb'))
    execFileSync('dpkg-deb', ['-x', file, UNPACKED], { cwd: UNPACKED, stdio: 'ignore', timeout: WITHIN_MS })
  } catch (error) {
    process.stderr.write(`caddy is not there and could not be unpacked: its tests are skipped. ${error}\n`)
  }
}

/** Runs Caddy with a Caddyfile until the test ends. Resolves when it answers at `url`. */
export async function startCaddy(t: Test, caddyfile: string, url: string): Promise<void> {
  const directory = t.testdir({ Caddyfile: caddyfile })
  const env = { HOME: directory, SITE_URL: url }
  const args = ['run', '--config', join(directory, 'Caddyfile'), '--adapter', 'caddyfile']
  const isReady = (): Promise<boolean> =>
    fetch(url).then(
      () => true,
      () => false,
    )
  await startServer(t, { name: 'caddy', command: program, args, env, isReady })
}
