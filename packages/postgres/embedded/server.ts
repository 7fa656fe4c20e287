import type { ChildProcess } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { type Cluster, ROLE } from './cluster.js'
import { EmbeddedPostgresError } from './errors.js'
import { explainEnd, type LaunchOptions, launch, logFile } from './launch.js'
import { isServerOf, type RunningServer, runningServer } from './pid-file.js'

/** Replaying the log after a crash takes its time. */
const START_TIMEOUT_MS = 120_000
const STOP_TIMEOUT_MS = 60_000
const PAUSE_MS = 10

/** Starts the server of a cluster, or finds it running: a crash of the former service leaves it so. */
export async function ensureRunning(cluster: Cluster, options: LaunchOptions): Promise<RunningServer> {
  const deadline = Date.now() + START_TIMEOUT_MS
  let child: ChildProcess | undefined
  while (Date.now() < deadline) {
    const server = await runningServer(cluster.directory)
    if (server?.state === 'ready') return server
    if (!server && !child) child = await launch(cluster, options)
    if (child && hasEnded(child)) {
      await explainEnd(cluster)
      child = undefined
    }
    await delay(PAUSE_MS)
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL did not get ready within ${START_TIMEOUT_MS / 1_000} s; its messages are in ${logFile(cluster)}.`,
  )
}

/** Stops the server: sessions are ended, transactions rolled back, everything is written out. */
export async function shutDown(cluster: Cluster): Promise<void> {
  const server = await runningServer(cluster.directory)
  if (!server) return
  signal(server.pid, 'SIGINT') // "fast shutdown" in PostgreSQL's words
  const deadline = Date.now() + STOP_TIMEOUT_MS
  // The pid file goes a moment before the process does.
  while (await isServerOf(cluster.directory, server.pid)) {
    if (Date.now() > deadline)
      throw new EmbeddedPostgresError(`PostgreSQL (process ${server.pid}) does not stop.`)
    await delay(PAUSE_MS)
  }
}

/** The address of a running server. */
export function serverUrl(cluster: Cluster, server: RunningServer): string {
  return `postgres://${ROLE}:${cluster.password}@127.0.0.1:${server.port}/postgres`
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    // It ended by itself in the meantime.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
