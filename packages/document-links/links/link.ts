import type { Selectable } from 'kysely'
import type { DocumentTables } from '../tables.js'
import type { TokenBox } from './token.js'

/** The public address of a document; the token in it is encrypted. */
export type DocumentLink = Omit<Selectable<DocumentTables['documents.links']>, 'token_hash'>

/** The columns of a link. */
export const linkColumns = [
  'link_id',
  'sealed_token',
  'document_id',
  'company_id',
  'purpose',
  'created_at',
  'open_until',
  'closed_at',
] as const

/** The URL of a link. Anyone who has it can fetch the document: it belongs in no log line, event or error. */
export function addressOf(
  link: Pick<DocumentLink, 'link_id' | 'sealed_token'>,
  { box, siteUrl }: AddressWriter,
): string {
  return `${siteUrl}/d/${box.open(link.sealed_token, link.link_id)}`
}

/** What turns links into URLs. */
export interface AddressWriter {
  readonly box: TokenBox
  /** public origin, without a trailing slash */
  readonly siteUrl: string
}

/** Whether a link leads to its document. */
export function isOpen(
  { closed_at, open_until }: Pick<DocumentLink, 'closed_at' | 'open_until'>,
  now: Date,
): boolean {
  return closed_at === null && (open_until === null || now < open_until)
}
