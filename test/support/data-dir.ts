import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Test } from 'tap'
import { processesWith, signalAll } from './child-process.js'
import { until } from './until.js'

/** An empty directory for one test. What the test leaves in it or starts on it is removed. */
export async function emptyDataDir(t: Test): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'ecmr-data-'))
  t.teardown(() => removeDataDir(directory))
  return directory
}

/** Removes a data directory with its database, wherever that is, and the server that a killed service left behind. */
export async function removeDataDir(directory: string): Promise<void> {
  const cluster = await clusterOf(directory)
  if (cluster) {
    signalAll(serversOf(cluster), 'SIGQUIT')
    await until(() => serversOf(cluster).length === 0, `the end of the server of ${cluster}`)
    await rm(cluster, { recursive: true, force: true })
  }
  await rm(directory, { recursive: true, force: true })
}

/** Where the database of a data directory is, or undefined when there is none. */
export async function clusterOf(dataDir: string): Promise<string | undefined> {
  const record = await readFile(join(dataDir, 'postgres.json'), 'utf8').catch(() => undefined)
  return record && resolve(dataDir, JSON.parse(record).directory)
}

/** The PostgreSQL servers that are running on a cluster: one, or none. */
export function serversOf(cluster: string): readonly number[] {
  return processesWith(`-D\0${cluster}\0`)
}
