import type { DocumentEventType, JsonObject, LinkPurpose } from '@ecmr/domain'
import type { Actor } from '@ecmr/event-store'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'

/** The tables of the schema `documents`. */
export interface DocumentTables {
  /** Public addresses of documents. */
  'documents.links': {
    link_id: string
    /** SHA-256 of the 32 bytes of the token: addresses are found by it */
    token_hash: Uint8Array
    /** the token, for showing the address to its owner; see TokenBox */
    sealed_token: string
    document_id: string
    company_id: string
    purpose: LinkPurpose
    created_at: Generated<Date>
    /** it is closed from then on; null: until someone closes it */
    open_until: Date | null
    closed_at: ColumnType<Date | null, undefined, Date>
  }
  /** Fetched copies that are in no event yet, one row each. */
  'documents.reads': {
    seq: Generated<string>
    document_id: string
    company_id: string
    link_id: string
    version: number
    /** a network: /24 or /48 */
    address: string
    at: Date
  }
  /** Events that are still to be appended to the log. */
  'documents.outbox': {
    /** also the id of the event that it becomes */
    id: string
    seq: Generated<string>
    document_id: string
    type: DocumentEventType
    data: JSONColumnType<JsonObject>
    actor: JSONColumnType<Actor>
    correlation_id: string
    at: Generated<Date>
  }
  /** How many copies of a document were fetched on one day (UTC). */
  'documents.read_counts': {
    document_id: string
    day: string
    listed: number
    /** beyond what is listed, and in no event yet */
    unlisted: number
  }
}
