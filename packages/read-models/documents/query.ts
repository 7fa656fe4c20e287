import { migrationsRight, type Right } from '@ecmr/postgres'
import type { Pool } from 'pg'

/** What the address of a document serves. */
export interface ServedDocument {
  readonly version: number
  /** SHA-256 (hex) of the file */
  readonly sha256: string
  readonly bytes: number
  readonly file_name: string
}

/** The newest versions of documents, by document; those of which none has been issued are left out. */
export async function servedDocuments(
  db: Pick<Pool, 'query'>,
  documentIds: readonly string[],
): Promise<ReadonlyMap<string, ServedDocument>> {
  const { rows } = await db.query<ServedDocument & { readonly document_id: string }>({
    name: 'served documents',
    text: `select distinct on (document_id) d.document_id, d.version, d.sha256, d.bytes, n.ecmr_number || '.pdf' as file_name
      from unnest($1::uuid[]) as asked (id)
        join rm_documents.notes n on n.document_ids @> array[asked.id]
        cross join lateral json_to_recordset(n.documents)
          as d(document_id uuid, version integer, sha256 text, bytes integer)
      where d.document_id = asked.id
      order by d.document_id, d.version desc, n.ecmr_number`,
    values: [documentIds],
  })
  return new Map(rows.map(({ document_id, ...served }) => [document_id, served]))
}

/** What `servedDocuments` needs. */
export const servingRights: readonly Right[] = [
  migrationsRight('projections'),
  {
    on: 'rm_documents.notes',
    may: 'select',
    columns: ['ecmr_number', 'documents', 'document_ids'],
  },
]

/** A note of which some document lacks changes. */
export interface OutdatedNote {
  readonly ecmr_id: string
  readonly company_id: string
  /** the oldest change that a document lacks */
  readonly outdated_since: Date
}

/** So many of the oldest are looked at; companies take turns among them. */
const MOST_LOOKED_AT = 1_000

/**
 * Notes with documents that have lacked a change since before an instant: of each company the longest first, and companies in turn.
 *
 * @param options.except notes that are left out
 */
export async function outdatedNotes(
  db: Pool,
  before: Date,
  { limit, except = [] }: { readonly limit: number; readonly except?: readonly string[] },
): Promise<readonly OutdatedNote[]> {
  const { rows } = await db.query<OutdatedNote>({
    name: 'outdated notes',
    text: `select ecmr_id, company_id, outdated_since from (
        select ecmr_id, company_id, outdated_since,
          row_number() over (partition by company_id order by outdated_since) as turn
        from (
          select ecmr_id, company_id, outdated_since from rm_documents.notes
          where outdated_since <= $1 and ecmr_id <> all($3::uuid[]) order by outdated_since limit ${MOST_LOOKED_AT}
        ) oldest
      ) turns order by turn, outdated_since limit $2`,
    values: [before, limit, except],
  })
  return rows
}

/** How many notes have documents that lack a change, counted up to 10,000, and for how long the oldest, milliseconds. */
export async function documentsBacklog(
  db: Pool,
): Promise<{ readonly waiting: number; readonly oldest_ms: number }> {
  const { rows } = await db.query<{ waiting: number; oldest_ms: number }>(`
    select count(*) as waiting,
      coalesce(greatest(0, extract(epoch from clock_timestamp() - min(outdated_since)) * 1000), 0)::bigint as oldest_ms
    from (select outdated_since from rm_documents.notes where outdated_since is not null
      order by outdated_since limit 10000) oldest`)
  return rows[0] ?? { waiting: 0, oldest_ms: 0 }
}

/** A version of a document for several notes that some of them lack, and a note that has it. */
export interface IncompleteJointDocument {
  readonly company_id: string
  readonly document_id: string
  readonly version: number
  readonly ecmr_id: string
}

/**
 * Documents for several notes that were recorded in some of them only, within the last week; 20 at most, drawn at random, so that those
 * that cannot be completed hold up no others.
 */
export async function incompleteJointDocuments(db: Pool): Promise<readonly IncompleteJointDocument[]> {
  const { rows } = await db.query<IncompleteJointDocument>({
    name: 'incomplete joint documents',
    text: `select company_id, document_id, version, ecmr_id from (
        select distinct on (d.document_id) n.company_id, d.document_id, d.version, n.ecmr_id
        from rm_documents.notes n,
          json_to_recordset(n.documents) as d(document_id uuid, version integer, notes json)
        where n.joint_at > now() - interval '7 days' and n.joint_at < now() - interval '10 seconds'
          and d.notes is not null
          and exists (
            select from json_array_elements_text(d.notes) as listed(id) where not exists (
              select from rm_documents.notes o,
                json_to_recordset(o.documents) as x(document_id uuid, version integer)
              where o.ecmr_id = listed.id::uuid and x.document_id = d.document_id and x.version >= d.version))
        order by d.document_id, d.version desc
      ) incomplete order by random() limit 20`,
  })
  return rows
}
