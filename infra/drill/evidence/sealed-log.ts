import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Actor, appendFacts, type EventStore, START } from '@ecmr/event-store'
import {
  consistencyProof,
  leafHashOf,
  parseCheckpoint,
  parseNote,
  readLeaves,
  rootOf,
  sealedTree,
  tileReader,
  toBase64,
  verifyConsistency,
} from '@ecmr/evidence'
import type { openPool } from '@ecmr/postgres'

type Pool = ReturnType<typeof openPool>

const WRITERS = 4
const EVENTS_AT_ONCE = 10
const ACTOR: Actor = { kind: 'system', id: 'drill', company_id: 'drill' }

/** Appends without pause, several streams at once, until the signal aborts. */
export async function write(store: EventStore, signal: AbortSignal): Promise<void> {
  const writer = async (): Promise<void> => {
    while (!signal.aborted) {
      const to = { stream: `ecmr-${randomUUID()}`, companyId: ACTOR.company_id }
      await appendFacts(store, to, Array.from({ length: EVENTS_AT_ONCE }, newFact))
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, writer))
}

function newFact() {
  const [id, commandId] = [randomUUID(), randomUUID()]
  const at = new Date().toISOString()
  return {
    id,
    type: 'EcmrEdited',
    at,
    data: { changes: [] },
    actor: ACTOR,
    commandId,
    correlationId: commandId,
  }
}

/** What is wrong with the tree and with all checkpoints, one sentence each. */
export async function faultsOf(pool: Pool, store: EventStore, directory: string): Promise<readonly string[]> {
  return [...(await faultsOfTree(pool, store)), ...(await faultsOfCheckpoints(pool, directory))]
}

/** The leaves, side by side with the events: none twice, none missing. */
async function faultsOfTree(pool: Pool, store: EventStore): Promise<readonly string[]> {
  const read = tileReader(pool)
  const { size } = await sealedTree(pool)
  let [place, after] = [0, START]
  for (;;) {
    const events = await readLeaves(store, { after, limit: 256 })
    const last = events.at(-1)
    if (last === undefined) break
    const tile =
      Math.min(256, size - place) > 0 ? await read(0, place / 256, Math.min(256, size - place)) : []
    if (!Buffer.concat(events.map(leafHashOf)).equals(Buffer.from(tile)))
      return [`the leaves from ${place} on are not those of the events there`]
    place += events.length
    after = last.position
  }
  return place === size ? [] : [`the tree has ${size} leaves, and the log ${place} events`]
}

async function faultsOfCheckpoints(pool: Pool, directory: string): Promise<readonly string[]> {
  const read = tileReader(pool)
  const faults: string[] = []
  let before = { size: 0, root: new Uint8Array(), at: '' }
  const names = (await readdir(directory)).filter((name) => name.endsWith('.note')).sort()
  for (const name of names) {
    const {
      size,
      root,
      at = '',
    } = parseCheckpoint(parseNote(await readFile(join(directory, name), 'utf8')).text)
    if (toBase64(await rootOf(size, read)) !== toBase64(root)) faults.push(`${name} states another tree`)
    const proof = await consistencyProof(before.size, size, read)
    if (before.size > 0 && !verifyConsistency(before, { size, root }, proof))
      faults.push(`${name} contradicts the checkpoint before it`)
    if (at < before.at) faults.push(`${name} is of an earlier time than the checkpoint before it`)
    before = { size, root: Uint8Array.from(root), at }
  }
  const { rows } = await pool.query('select count(*) as count from evidence.checkpoints')
  if (rows[0]?.count !== names.length)
    faults.push(`${rows[0]?.count} checkpoints, and ${names.length} are kept`)
  return faults
}
