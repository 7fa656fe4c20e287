import { run } from '@ecmr/cli/run'
import { against, type Ran } from './run-ecmr.js'

let former: Promise<unknown> = Promise.resolve()

/** Runs a command against a database in this process, which costs a tenth of starting the command line. */
export function ecmrHere(databaseUrl: string, ...args: readonly string[]): Promise<Ran> {
  return runHere(against(databaseUrl), args)
}

/**
 * Runs a command in this process, with this configuration and nothing else. The environment and the console are there once, so
 * commands wait for each other.
 */
export function runHere(env: NodeJS.ProcessEnv, args: readonly string[]): Promise<Ran> {
  const given = { ...env }
  const ran = former.then(() => runAlone(given, args))
  former = ran.catch(() => undefined)
  return ran
}

async function runAlone(env: NodeJS.ProcessEnv, args: readonly string[]): Promise<Ran> {
  const { env: ours } = process
  const { log, error } = console
  let stdout = ''
  let stderr = ''
  process.env = env
  Object.assign(console, {
    log: (text: string) => {
      stdout += `${text}\n`
    },
    error: (text: string) => {
      stderr += `${text}\n`
    },
  })
  try {
    const code = await run(args)
    return { code, stdout, stderr }
  } finally {
    process.env = ours
    Object.assign(console, { log, error })
  }
}
