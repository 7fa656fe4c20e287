import { type ChildProcess, spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../../../services/cli/bin/ecmr.js', import.meta.url))

export interface Ran {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs the real command line against a database. */
export function runEcmr(databaseUrl: string, ...args: readonly string[]): Promise<Ran> {
  return startEcmr(against(databaseUrl), args).ran
}

/** The configuration for an external database. */
export const against = (databaseUrl: string): NodeJS.ProcessEnv => ({
  DATABASE_URL: databaseUrl,
  SECRET_KEY: 'a key for tests, 32 characters or more',
})

/** Starts the real command line with this configuration and nothing else. */
export function startEcmr(
  env: NodeJS.ProcessEnv,
  args: readonly string[],
): { readonly child: ChildProcess; readonly ran: Promise<Ran> } {
  // Through `env`, because tap puts its own loader into the environment of every Node process that it sees.
  const all = Object.entries({ PATH: process.env.PATH, HOME: process.env.HOME, ...env })
  const assignments = all.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]))
  const child = spawn('env', ['-i', ...assignments, process.execPath, MAIN, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = Promise.all([text(child.stdout), text(child.stderr)])
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve)
  })
  const ran = Promise.all([ended, output]).then(([code, [stdout, stderr]]) => ({ code, stdout, stderr }))
  return { child, ran }
}

async function text(stream: Readable): Promise<string> {
  let all = ''
  for await (const chunk of stream.setEncoding('utf8')) all += chunk
  return all
}
