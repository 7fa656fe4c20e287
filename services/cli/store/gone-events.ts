import { type FileHandle, lstat, open, rename } from 'node:fs/promises'
import type { JsonObject } from '@ecmr/domain'
import type { EventMetadata, EventStore, Position, SeenEvent } from '@ecmr/event-store'
import type { openPool } from '@ecmr/postgres'
import { type SeenRow, toSeen } from '../audit/seen.js'
import { CommandFailed } from '../failure.js'

type Pool = ReturnType<typeof openPool>

const FIRST_PAGE = 1_000
const LARGEST_PAGE = 64_000
const BEYOND_ALL: Position = '~'

/** The schemas in which a history of all notes may be: the one that is read, and the one that a rebuild has replaced. */
export async function historySchemas(pool: Pool): Promise<readonly string[]> {
  const { rows } = await pool.query<{ schema: string }>(
    `select schema from unnest(array['rm_history', 'rm_history_old']) as schema
     where to_regclass(schema || '.events') is not null`,
  )
  return rows.map(({ schema }) => schema)
}

/**
 * What a history has seen, newest first, in pages that grow: a fork of the log is mostly near its end.
 *
 * Positions alone are looked through to find a page, in the index that has them by company; rows are read for it only.
 */
export async function* newestFirst(pool: Pool, schema: string): AsyncGenerator<readonly SeenEvent[]> {
  let before = BEYOND_ALL
  for (let limit = FIRST_PAGE; ; limit = Math.min(limit * 4, LARGEST_PAGE)) {
    const { rows } = await pool.query<SeenRow>(
      `select h.position, h.ecmr_id, h.revision, h.event_id, h.metadata->>'hash' as hash
       from (select company_id, position from ${schema}.events where position < $1
         order by position desc limit $2) p
       join ${schema}.events h using (company_id, position) order by h.position desc`,
      [before, limit],
    )
    if (rows.length > 0) yield rows.map(toSeen)
    before = rows.at(-1)?.position ?? before
    if (rows.length < limit) return
  }
}

/** An event as the history keeps it. */
interface KeptEvent extends SeenEvent {
  readonly type: string
  readonly data: JsonObject
  readonly metadata: EventMetadata
}

/** Some events of a history, whole. */
async function wholeEvents(
  pool: Pool,
  schema: string,
  seen: readonly SeenEvent[],
): Promise<readonly KeptEvent[]> {
  const { rows } = await pool.query<SeenRow & Pick<KeptEvent, 'type' | 'data' | 'metadata'>>(
    `select h.position, h.ecmr_id, h.revision, h.event_id, h.metadata->>'hash' as hash, h.type, h.data, h.metadata
     from unnest($1::uuid[], $2::int[]) as asked(ecmr_id, revision)
     join ${schema}.events h using (ecmr_id, revision) order by h.position`,
    [seen.map(({ stream }) => stream.slice('ecmr-'.length)), seen.map(({ revision }) => revision)],
  )
  return rows.map((row) => ({ ...toSeen(row), type: row.type, data: row.data, metadata: row.metadata }))
}

const AT_ONCE = 100

/** What a history has seen after a position and the log does not hold, wherever; in pages, newest first. */
export async function* goneEvents(
  pool: Pool,
  store: Pick<EventStore, 'readStreamEnd'>,
  { schema, after }: { readonly schema: string; readonly after: Position },
): AsyncGenerator<readonly KeptEvent[]> {
  for await (const page of newestFirst(pool, schema)) {
    const later = page.filter(({ position }) => position > after)
    for (let from = 0; from < later.length; from += AT_ONCE) {
      const some = later.slice(from, from + AT_ONCE)
      const isThere = await Promise.all(some.map((seen) => isOnRecord(store, seen)))
      const gone = some.filter((_, index) => isThere[index] === false)
      if (gone.length > 0) yield wholeEvents(pool, schema, gone)
    }
    if (later.length < page.length) return
  }
}

/** Whether the log holds the event in its stream; it may stand at another position. */
async function isOnRecord(store: Pick<EventStore, 'readStreamEnd'>, seen: SeenEvent): Promise<boolean> {
  const [event] = await store.readStreamEnd(seen.stream, { before: seen.revision + 1, limit: 1 })
  return event?.id === seen.id && event.revision === seen.revision
}

/**
 * Writes events as JSON lines, readable for its owner only, and puts the file in its place when it is whole.
 *
 * @returns how many they are; without any there is no file
 * @throws CommandFailed when the file cannot be written
 */
export async function writeGoneEvents(
  file: string,
  pages: AsyncIterable<readonly KeptEvent[]>,
): Promise<number> {
  await mustBeReplaceable(file)
  const draft = `${file}.part`
  let handle: FileHandle | undefined
  let count = 0
  try {
    for await (const page of pages) {
      handle ??= await open(draft, 'w', 0o600)
      await handle.write(page.map((event) => `${line(event)}\n`).join(''))
      count += page.length
    }
    await handle?.sync()
    await handle?.close()
    if (handle) await rename(draft, file)
    return count
  } catch (error) {
    await handle?.close().catch(() => undefined)
    if (!(error instanceof Error && 'syscall' in error)) throw error
    throw new CommandFailed(
      `The lost events could not be written to ${file} (${error.message}). Nothing was changed. Choose another file with --out.`,
    )
  }
}

/** Only a file that is one may be replaced: not a device, a link or a folder. */
async function mustBeReplaceable(file: string): Promise<void> {
  const there = await lstat(file).catch(() => undefined)
  if (there && !there.isFile()) {
    throw new CommandFailed(
      `${file} is not a regular file. Nothing was changed. Choose another file with --out.`,
    )
  }
}

function line({ stream, revision, position, id, type, data, metadata }: KeptEvent): string {
  const { company_id, ecmr_number = null, recorded_at } = metadata
  const place = { stream, revision, position, id }
  return JSON.stringify({ company_id, ecmr_number, type, recorded_at, ...place, data, metadata })
}
