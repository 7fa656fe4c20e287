import type { ClientBase } from 'pg'
import type { NotableEvent } from '../deliveries/notable-event.js'

/** A connection in whose transaction is read. */
export type Queries = Pick<ClientBase, 'query'>

/** Which events of a company a replay looks at next. */
export interface ScanRequest {
  readonly company: string
  /** itself included; null: from the beginning */
  readonly from: string | null
  /** itself excluded; null: nothing has been looked at yet */
  readonly after: string | null
  /** itself included */
  readonly upTo: string
  /** recorded at this instant or later, and before the other */
  readonly since: Date | null
  readonly until: Date | null
  /** as the log names them */
  readonly types: readonly string[]
  /** looks at so many events at most, and finds so many at most */
  readonly looks: number
  readonly most: number
}

/** What a scan found. */
export interface Scan {
  readonly found: readonly FoundEvent[]
  /** how many events were looked at */
  readonly scanned: number
  /** the last event looked at; null: there was none */
  readonly reached: { readonly position: string; readonly recorded_at: Date } | null
  /** there is nothing more up to where the scan was to go */
  readonly isEnd: boolean
}

/** What is known of an event without reading what it says. */
export interface FoundEvent {
  readonly id: string
  readonly type: string
  readonly ecmr_id: string
  /** place in its stream, from 0 */
  readonly revision: number
  readonly recorded_at: Date
}

/** Where replays find what was recorded: a read model in the same database, by company and position. */
export interface ReplaySource {
  /** how far it has come; '' at the start */
  position(db: Queries): Promise<string>
  /** Looks at a company's events in the order of the log. Reads what none of them says. */
  scan(db: Queries, asked: ScanRequest): Promise<Scan>
  /** The events, whole. */
  read(db: Queries, found: readonly FoundEvent[]): Promise<readonly NotableEvent[]>
}
