import { spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../../../services/cli/bin/ecmr.js', import.meta.url))

export interface Ran {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs the real command line against a database. */
export async function runEcmr(databaseUrl: string, ...args: readonly string[]): Promise<Ran> {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: databaseUrl,
      SECRET_KEY: 'a key for tests, 32 characters or more',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stdout = text(child.stdout)
  const stderr = text(child.stderr)
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve)
  })
  return { code, stdout: await stdout, stderr: await stderr }
}

async function text(stream: Readable): Promise<string> {
  let all = ''
  for await (const chunk of stream.setEncoding('utf8')) all += chunk
  return all
}
