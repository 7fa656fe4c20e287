import type { CompanyId, InspectionRead } from '@ecmr/domain'
import type { Pool } from 'pg'

/** A page of who fetched a document, newest first. */
export interface ReadsPage {
  readonly reads: readonly InspectionRead[]
  /** how many are listed, on all pages */
  readonly listed: number
  /** how many more there were, on days with too many of them to list */
  readonly unlisted: number
}

/** Who fetched a document of a company at its public addresses. */
export async function documentReads(
  db: Pool,
  company: CompanyId,
  documentId: string,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<ReadsPage> {
  const [counted, page] = await Promise.all([
    db.query<{ readonly listed: number; readonly unlisted: number }>({
      name: 'count reads',
      text: `select coalesce(sum(listed), 0) as listed, coalesce(sum(unlisted), 0) as unlisted
        from rm_reads.events where document_id = $1 and company_id = $2`,
      values: [documentId, company],
    }),
    db.query<{ readonly read: InspectionRead }>({
      name: 'reads of a document',
      text: `select r.read from rm_reads.events e
          cross join lateral json_array_elements(e.reads) with ordinality as r (read, place)
        where e.document_id = $1 and e.company_id = $2
        order by e.revision desc, r.place desc offset $3 limit $4`,
      values: [documentId, company, offset, limit],
    }),
  ])
  const { listed = 0, unlisted = 0 } = counted.rows[0] ?? {}
  return { reads: page.rows.map(({ read }) => read), listed, unlisted }
}

/** Where the stream of a document has been seen to end. */
export interface ReadsEnd {
  readonly document_id: string
  readonly revision: number
}

/** A company's documents that have a stream of their own, in the order of their ids. */
export async function endsOfReads(
  db: Pick<Pool, 'query'>,
  company: CompanyId,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<readonly ReadsEnd[]> {
  const { rows } = await db.query<ReadsEnd>({
    name: 'ends of reads',
    text: `select document_id, max(revision) as revision from rm_reads.events
      where company_id = $1 and ($2::uuid is null or document_id > $2)
      group by document_id order by document_id limit $3`,
    values: [company, after, limit],
  })
  return rows
}
