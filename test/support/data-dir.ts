import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'

/** An empty directory for one test, where every user may pass. It and a cluster that it points to are removed. */
export async function emptyDataDir(t: Test): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'ecmr-data-'))
  t.teardown(() => removeDataDir(directory))
  return directory
}

/** Removes a data directory, with its cluster when that is elsewhere. */
export async function removeDataDir(directory: string): Promise<void> {
  const record = await readFile(join(directory, 'postgres.json'), 'utf8').catch(() => undefined)
  if (record) {
    const { directory: cluster } = JSON.parse(record)
    if (cluster.startsWith('/')) await rm(cluster, { recursive: true, force: true })
  }
  await rm(directory, { recursive: true, force: true })
}
