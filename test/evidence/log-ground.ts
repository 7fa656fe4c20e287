import { join } from 'node:path'
import { START } from '@ecmr/event-store'
import {
  type LeafEvent,
  type LogKey,
  newKey,
  openEvidence,
  openKey,
  readLeaves,
  type Sealing,
  sealAsLeader,
  sealedTree,
} from '@ecmr/evidence'
import type { Test } from 'tap'
import { writeFile } from 'node:fs/promises'
import { newEvents, newStream } from '../contract/event-store/events.js'
import { emptyDirectory } from '../support/empty-directory.js'
import { until } from '../support/until.js'
import { sealedDatabase } from './sealed-database.js'

export const ORIGIN = 'notes.example.com/ecmr-log'

export async function newLogKey(t: Test): Promise<LogKey> {
  const path = join(await emptyDirectory(t), 'evidence.key')
  await writeFile(path, newKey())
  const evidence = {
    key: { path, isGenerated: false },
    checkpoints: undefined,
    tsaUrl: undefined,
    witnesses: [],
  }
  const key = await openKey({ evidence, siteUrl: 'https://notes.example.com' })
  if (key === undefined) throw new Error('there is no key')
  return key
}

/** An event log with a key for its evidence; nothing is sealed yet. */
export async function logGround(t: Test) {
  const database = await sealedDatabase(t)
  const store = await database.open()
  const key = await newLogKey(t)
  const { pool, url } = database

  /** Records so many notes with one event each. */
  async function record(count: number): Promise<readonly LeafEvent[]> {
    for (let n = 0; n < count; n++) await store.append(newStream(), 'no_stream', newEvents(1))
    return (await readLeaves(store, { after: START, limit: 100_000 })).slice(-count)
  }

  /** Seals until the test ends, or `stop` is called. */
  function seal(options: Partial<Sealing> = {}) {
    const stopping = new AbortController()
    const evidence = { checkpoints: undefined, tsaUrl: undefined, witnesses: [] }
    const warned: string[] = []
    const log = {
      info: () => undefined,
      warn: (fields: object) => 'problem' in fields && warned.push(String(fields.problem)),
    }
    const common = { url, pool, store, key, evidence, log, checkpointEveryMs: 100 }
    const ended = sealAsLeader({ ...common, ...options, signal: stopping.signal })
    const stop = async (): Promise<void> => {
      stopping.abort()
      await ended
    }
    t.teardown(stop)
    return { stop, warned }
  }

  return {
    ...database,
    store,
    key,
    record,
    sealing: seal,
    evidence: openEvidence({ pool, key }),
    /** resolves when so many leaves are in the tree */
    sealed: (size: number) => until(async () => (await sealedTree(pool)).size >= size, `${size} leaves`),
  }
}
