import type { PersonalCategory } from '@ecmr/domain'
import type { Pool } from 'pg'
import { CLEAR, keyName, parseKeyName } from '../events/sealed.js'

/** A data key as it is kept. */
export interface KeyRow {
  readonly note_id: string
  readonly category: PersonalCategory
  readonly generation: number
  /** null: destroyed */
  readonly wrapped: Buffer | null
}

/** Any key that is kept; undefined when there is none. */
export async function anyKey(pool: Pool): Promise<Buffer | undefined> {
  const { rows } = await pool.query<{ wrapped: Buffer }>(
    'select wrapped from privacy.data_keys where wrapped is not null limit 1',
  )
  return rows[0]?.wrapped
}

/** The keys of some notes. */
export async function readKeys(pool: Pool, noteIds: readonly string[]): Promise<readonly KeyRow[]> {
  const { rows } = await pool.query<KeyRow>({
    name: 'read data keys',
    text: `select note_id, category, generation, wrapped from privacy.data_keys
      where note_id = any($1::uuid[]) order by note_id, category, generation`,
    values: [noteIds],
  })
  return rows
}

/**
 * Keeps keys; one that stands there already stays, whichever process has made it. They are on disk when this resolves, also
 * beside a log in the same database: processes remember keys, and a crash of PostgreSQL between a key and the event that is
 * sealed with it must not leave the event without it.
 *
 * @returns the names of those that were kept
 */
export async function keepKeys(pool: Pool, rows: readonly KeyRow[]): Promise<ReadonlySet<string>> {
  const { rows: kept } = await pool.query<Omit<KeyRow, 'wrapped'>>({
    name: 'keep data keys',
    text: `insert into privacy.data_keys (note_id, category, generation, wrapped)
      select k.note_id, k.category, k.generation, k.wrapped
      from unnest($1::uuid[], $2::text[], $3::int[], $4::bytea[]) as k(note_id, category, generation, wrapped)
      on conflict do nothing returning note_id, category, generation`,
    values: [
      rows.map((row) => row.note_id),
      rows.map((row) => row.category),
      rows.map((row) => row.generation),
      rows.map((row) => row.wrapped),
    ],
  })
  return new Set(kept.map(nameOf))
}

/** The name of a kept key. */
export function nameOf({ note_id, category, generation }: Omit<KeyRow, 'wrapped'>): string {
  return keyName({ noteId: note_id, category, generation })
}

/** The names of the keys of a note's categories that have not been destroyed. */
export async function livingKeys(
  pool: Pick<Pool, 'query'>,
  noteId: string,
  categories: readonly PersonalCategory[],
): Promise<readonly string[]> {
  const { rows } = await pool.query<Omit<KeyRow, 'wrapped'>>(
    `select note_id, category, generation from privacy.data_keys
      where note_id = $1 and category = any($2::text[]) and wrapped is not null order by category, generation`,
    [noteId, categories],
  )
  return rows.map(nameOf)
}

/** Destroys keys by their names. Returns how many there were. */
export async function destroyKeys(pool: Pick<Pool, 'query'>, names: readonly string[]): Promise<number> {
  const keys = names.flatMap((name) => parseKeyName(name) ?? [])
  const { rowCount } = await pool.query(
    `update privacy.data_keys d set wrapped = null, erased_at = now()
      from unnest($1::uuid[], $2::text[], $3::int[]) as k(note_id, category, generation)
      where d.note_id = k.note_id and d.category = k.category and d.generation = k.generation and wrapped is not null`,
    [
      keys.map(({ noteId }) => noteId),
      keys.map(({ category }) => category),
      keys.map(({ generation }) => generation),
    ],
  )
  return rowCount ?? 0
}

/** Has PostgreSQL reclaim the places of destroyed keys: until then their bytes are still in the table's file. */
export async function reclaimDestroyedKeys(pool: Pick<Pool, 'query'>): Promise<void> {
  await pool.query('vacuum privacy.data_keys')
}

/** Keeps in mind that what older events of a note say in clear is not to be shown any more. */
export async function eraseClear(
  pool: Pick<Pool, 'query'>,
  noteId: string,
  categories: readonly PersonalCategory[],
): Promise<void> {
  await pool.query(
    `insert into privacy.data_keys (note_id, category, generation, erased_at)
      select $1, category, ${CLEAR}, now() from unnest($2::text[]) as category on conflict do nothing`,
    [noteId, categories],
  )
}
