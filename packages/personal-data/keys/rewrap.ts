import type { Pool } from 'pg'
import type { KeyWrap } from './data-key.js'
import type { KeyRow } from './key-table.js'

const AT_ONCE = 1_000

/** How many keys were wrapped anew, and how many were already. */
export interface Rewrapped {
  readonly rewrapped: number
  readonly already: number
}

/**
 * Wraps all data keys under another secret key. It can be broken off and run again at any time.
 *
 * @throws when a key opens under neither; those before it are wrapped anew
 */
export async function rewrapKeys(
  pool: Pool,
  wraps: { readonly former: KeyWrap; readonly present: KeyWrap },
  onProgress: (keys: number) => void = () => undefined,
): Promise<Rewrapped> {
  let [rewrapped, already] = [0, 0]
  let after: readonly [string, string, number] = ['00000000-0000-0000-0000-000000000000', '', 0]
  for (;;) {
    const { rows } = await pool.query<KeyRow & { readonly wrapped: Buffer }>(
      `select note_id, category, generation, wrapped from privacy.data_keys
        where wrapped is not null and (note_id, category, generation) > ($1, $2, $3)
        order by note_id, category, generation limit ${AT_ONCE}`,
      [...after],
    )
    const last = rows.at(-1)
    if (last === undefined) return { rewrapped, already }
    const changed = rows.flatMap((row) => wrappedAnew(row, wraps) ?? [])
    await store(pool, changed)
    rewrapped += changed.length
    already += rows.length - changed.length
    after = [last.note_id, last.category, last.generation]
    onProgress(rewrapped + already)
  }
}

function wrappedAnew(
  row: KeyRow & { readonly wrapped: Buffer },
  { former, present }: { readonly former: KeyWrap; readonly present: KeyWrap },
): KeyRow | undefined {
  try {
    present.unwrap(row.wrapped)
    return undefined
  } catch {
    return { ...row, wrapped: present.wrap(former.unwrap(row.wrapped)) }
  }
}

/** One that was destroyed meanwhile stays so. */
async function store(pool: Pool, rows: readonly KeyRow[]): Promise<void> {
  await pool.query(
    `update privacy.data_keys d set wrapped = k.wrapped
      from unnest($1::uuid[], $2::text[], $3::int[], $4::bytea[]) as k(note_id, category, generation, wrapped)
      where (d.note_id, d.category, d.generation) = (k.note_id, k.category, k.generation) and d.wrapped is not null`,
    [
      rows.map(({ note_id }) => note_id),
      rows.map(({ category }) => category),
      rows.map(({ generation }) => generation),
      rows.map(({ wrapped }) => wrapped),
    ],
  )
}
