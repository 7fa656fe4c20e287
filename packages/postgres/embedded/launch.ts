import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '@ecmr/runtime'
import type { Cluster } from './cluster.js'
import { EmbeddedPostgresError, fileSystemFault } from './errors.js'
import { disownPidFile, portBefore, runningServer } from './pid-file.js'
import { serverEnv } from './run.js'
import { SETTINGS, type Settings } from './settings.js'

/** How a server is to be started. */
export interface LaunchOptions {
  /** default: the one it had before a crash, else any free one */
  readonly port?: number
  /** laid over ours */
  readonly settings?: Settings
}

/** Starts the server of a cluster. It may still find a reason not to run: see `explainEnd`. */
export async function launch(cluster: Cluster, options: LaunchOptions): Promise<ChildProcess> {
  const port = options.port ?? (await portBefore(cluster.directory)) ?? (await freePort())
  const settings = { ...SETTINGS, ...options.settings, port: String(port) }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  await rename(logFile(cluster), `${logFile(cluster)}.1`).catch(() => undefined)
  const messages = await open(logFile(cluster), 'w', 0o600)
  try {
    // A session of its own, so that Ctrl-C in a terminal reaches us alone and we stop it when we are done.
    const child = spawn(cluster.binaries.postgres, ['-D', cluster.directory, ...args], {
      ...cluster.user,
      cwd: '/',
      env: serverEnv(),
      detached: true,
      stdio: ['ignore', messages.fd, messages.fd],
    })
    await once(child, 'spawn')
    child.unref()
    return child
  } finally {
    await messages.close()
  }
}

/** Why a launched server ended at once. Returns when another attempt may go better, throws the reason otherwise. */
export async function explainEnd(cluster: Cluster): Promise<void> {
  const messages = await readFile(logFile(cluster), 'utf8')
  // Another process took the port after we had chosen it, or backends of a killed server are still finishing.
  if (/could not bind|shared memory block .* is still in use/.test(messages)) {
    await delay(100)
    return
  }
  if (messages.includes('lock file "postmaster.pid" already exists')) {
    if (!(await runningServer(cluster.directory))) await disownPidFile(cluster.directory)
    return
  }
  const cause = new Error(messages)
  const fault = fileSystemFault(cause, cluster.directory)
  if (fault) throw fault
  const reason = /(?:FATAL|PANIC): +(.*)/.exec(messages)?.[1] ?? messages.trim().split('\n').at(-1)
  throw new EmbeddedPostgresError(`PostgreSQL did not start: ${reason}. See ${logFile(cluster)}.`, { cause })
}

/** Where the server writes its messages; those of the previous start are in `.1`. */
export function logFile(cluster: Cluster): string {
  return join(cluster.dataDir, 'postgres.log')
}
