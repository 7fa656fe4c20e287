import type { NamedObjects } from '@ecmr/storage'
import type { Pool } from 'pg'
import { parseCheckpoint } from '../formats/checkpoint-text.js'
import { openNote } from '../formats/open-note.js'
import { Malformed, NotVerified } from '../formats/refusals.js'
import type { VerifierKey } from '../formats/verifier-key.js'
import { partsOf } from '../outside/names.js'
import type { TreeHead } from '../tree/verify.js'

/** A checkpoint that was found somewhere: the tree that it states, or why it states nothing. */
export interface FoundCheckpoint {
  /** where, for the sentence */
  readonly place: string
  /** kept outside the database: it outweighs those that an owner of the database may have made anew */
  readonly isOutside: boolean
  readonly size: number
  readonly states: (TreeHead & { readonly at?: string }) | { readonly fault: string }
}

/** Checkpoints in order of size. */
export type FoundCheckpoints = AsyncGenerator<FoundCheckpoint, void, void>

const ROWS = 500

/**
 * The checkpoints that the database holds now.
 *
 * @param keys of the log
 */
export async function checkpointsInDatabase(
  pool: Pool,
  keys: readonly VerifierKey[],
): Promise<FoundCheckpoints> {
  const { rows } = await pool.query<{ readonly size: string | null }>(
    'select max(size) as size from evidence.checkpoints',
  )
  return rowsUpTo(Number(rows[0]?.size ?? -1))

  async function* rowsUpTo(largest: number): FoundCheckpoints {
    for (let last = -1; last < largest; ) {
      const page = await pool.query<{ readonly size: string; readonly note: string }>(
        `select size, note from evidence.checkpoints where size > $1 and size <= $2 order by size limit ${ROWS}`,
        [last, largest],
      )
      for (const { size, note } of page.rows)
        yield openFound(
          { place: `the database’s checkpoint of size ${size}`, isOutside: false, size: Number(size) },
          note,
          keys,
        )
      last = Number(page.rows.at(-1)?.size ?? largest)
    }
  }
}

/**
 * The checkpoints that are kept elsewhere now. What is not named `<size>-<root>.note` is passed over. Memory holds their
 * names only.
 *
 * @param keys of the log
 * @throws StorageUnavailable
 */
export async function checkpointsOutside(
  objects: Pick<NamedObjects, 'names' | 'read'>,
  keys: readonly VerifierKey[],
): Promise<FoundCheckpoints> {
  const names: string[] = []
  for await (const name of objects.names()) names.push(name)
  return named()

  async function* named(): FoundCheckpoints {
    for (const name of names) {
      const parts = partsOf(name)
      if (!parts) continue
      const note = Buffer.from((await objects.read(name)) ?? []).toString('utf8')
      const found = openFound(
        { place: `the checkpoint ${name}`, isOutside: true, size: parts.size },
        note,
        keys,
      )
      const isNamed =
        'fault' in found.states || Buffer.from(found.states.root).toString('hex').startsWith(parts.root)
      yield isNamed ? found : { ...found, states: { fault: 'its root is not the one in its name' } }
    }
  }
}

function openFound(
  found: Omit<FoundCheckpoint, 'states'>,
  note: string,
  keys: readonly VerifierKey[],
): FoundCheckpoint {
  try {
    const states = parseCheckpoint(openNote(note, keys).text)
    return {
      ...found,
      states: states.size === found.size ? states : { fault: `it states the size ${states.size}` },
    }
  } catch (error) {
    if (!(error instanceof Malformed || error instanceof NotVerified)) throw error
    return { ...found, states: { fault: error.message } }
  }
}

/** Several sources as one, in order of size. */
export async function* inOrderOfSize(sources: readonly FoundCheckpoints[]): FoundCheckpoints {
  const waiting = await Promise.all(sources.map(async (source) => ({ source, next: await source.next() })))
  for (;;) {
    let least: { readonly queue: (typeof waiting)[number]; readonly found: FoundCheckpoint } | undefined
    for (const queue of waiting) {
      if (queue.next.done) continue
      if (!least || queue.next.value.size < least.found.size) least = { queue, found: queue.next.value }
    }
    if (!least) return
    yield least.found
    least.queue.next = await least.queue.source.next()
  }
}
