import type { CompanyId } from '@ecmr/domain'
import type { Position } from '@ecmr/event-store'
import type { ClientBase } from 'pg'
import { isUuid } from '../fields.js'

/** Where the read models have seen a note's stream end: of that event the history keeps the hash. */
export interface SeenNote {
  readonly ecmr_id: string
  /** null: the history does not know the note, or not its beginning */
  readonly ecmr_number: string | null
  /** of the newest event; null: the read model does not have the note */
  readonly history: { readonly revision: number; readonly hash: string; readonly position: Position } | null
  readonly list: { readonly revision: number } | null
}

/** A note by the place at which its history begins. */
export interface BegunNote extends SeenNote {
  readonly begins: Position
}

type Queries = Pick<ClientBase, 'query'>

interface Row {
  readonly ecmr_id: string
  readonly ecmr_number: string | null
  readonly begins: Position
  readonly revision: number | null
  readonly hash: string
  readonly position: Position
  readonly version: number | null
}

const ENDS = `
  left join lateral (
    select h.revision, h.position, h.metadata->>'hash' as hash, h.metadata->>'ecmr_number' as ecmr_number
    from rm_history.events h where h.ecmr_id = n.ecmr_id and h.company_id = $1
    order by h.revision desc limit 1
  ) e on true
  left join lateral (
    select (l.item->>'version')::int as version, l.ecmr_number
    from rm_list.notes l where l.id = n.ecmr_id and l.company_id = $1
  ) l on true`
const SEEN =
  'e.revision, e.hash, e.position, coalesce(e.ecmr_number, l.ecmr_number) as ecmr_number, l.version'

/** A company's notes in the order in which their histories begin, as far as the read models have seen them. */
export async function begunNotes(
  db: Queries,
  company: CompanyId,
  { after, limit }: { readonly after: Position; readonly limit: number },
): Promise<readonly BegunNote[]> {
  const { rows } = await db.query<Row>({
    name: 'begun notes',
    text: `with n as materialized (
        select ecmr_id, position as begins from rm_history.events
        where company_id = $1 and position > $2 and revision = 0 order by position limit $3
      )
      select n.ecmr_id, n.begins, ${SEEN} from n ${ENDS} order by n.begins`,
    values: [company, after, limit],
  })
  return rows.map((row) => ({ ...seenNote(row), begins: row.begins }))
}

/** One of a company's notes, as far as the read models have seen it; `undefined` when neither has. */
export async function seenNoteById(
  db: Queries,
  company: CompanyId,
  ecmrId: string,
): Promise<SeenNote | undefined> {
  if (!isUuid(ecmrId)) return undefined
  const { rows } = await db.query<Row>({
    name: 'seen note',
    text: `select n.ecmr_id, ${SEEN} from (select $2::uuid as ecmr_id) n ${ENDS}`,
    values: [company, ecmrId],
  })
  const found = rows.map(seenNote)[0]
  return found?.history || found?.list ? found : undefined
}

/** A note's place in the list, in the order in which notes were made. */
export interface ListedPlace {
  readonly created_at: string
  readonly id: string
}

/**
 * Of a company's next notes in the list those of which the history does not know the beginning: none, unless the list
 * is ahead or a note's history was removed.
 *
 * @returns `next` is where to go on; null: that was all of the list
 */
export async function notesWithoutHistory(
  db: Queries,
  company: CompanyId,
  { after, looks }: { readonly after: ListedPlace | null; readonly looks: number },
): Promise<{ readonly notes: readonly SeenNote[]; readonly next: ListedPlace | null }> {
  const { rows } = await db.query<Partial<Row> & { created_at: Date; id: string; place: number }>({
    name: 'notes without history',
    text: `with listed as materialized (
        select id, created_at, row_number() over (order by created_at, id)::int as place from rm_list.notes
        where company_id = $1 and (created_at, id) > ($2::timestamptz, $3::uuid)
        order by created_at, id limit $4
      ),
      n as materialized (
        select listed.id as ecmr_id from listed left join lateral (
          select h.revision from rm_history.events h where h.ecmr_id = listed.id and h.revision = 0 offset 0
        ) h on true
        where h.revision is null
      )
      select last.created_at, last.id, last.place, n.ecmr_id, ${SEEN}
      from (select * from listed order by place desc limit 1) last left join n on true ${ENDS}`,
    values: [company, after?.created_at ?? '-infinity', after?.id ?? FIRST_ID, looks],
  })
  const [last] = rows
  return {
    notes: rows.flatMap((row) => (isFound(row) ? seenNote(row) : [])),
    next: last && last.place === looks ? { created_at: last.created_at.toISOString(), id: last.id } : null,
  }
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000'

function isFound<Found extends Row>(row: Partial<Found>): row is Found {
  return typeof row.ecmr_id === 'string'
}

function seenNote({ ecmr_id, ecmr_number, revision, hash, position, version }: Row): SeenNote {
  return {
    ecmr_id,
    ecmr_number,
    history: revision === null ? null : { revision, hash, position },
    list: version === null ? null : { revision: version - 1 },
  }
}
