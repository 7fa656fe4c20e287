import type { Pool } from 'pg'

/** An address that leads to its document. */
export interface OpenLink {
  readonly link_id: string
  readonly document_id: string
  readonly company_id: string
}

/**
 * Looks up addresses; those that are unknown or closed are left out.
 *
 * @param hashes of their tokens, see `hashOfToken`
 */
export async function openLinks(
  db: Pick<Pool, 'query'>,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, OpenLink>> {
  const { rows } = await db.query<OpenLink & { readonly hash: string }>({
    name: 'open links',
    text: `select encode(token_hash, 'hex') as hash, link_id, document_id, company_id from documents.links
      where token_hash = any($1::bytea[]) and closed_at is null and (open_until is null or open_until > now())`,
    values: [hashes.map((hash) => `\\x${hash}`)],
  })
  return new Map(rows.map(({ hash, ...link }) => [hash, link]))
}
