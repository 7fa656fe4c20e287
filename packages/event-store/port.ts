import type { JsonObject } from '@ecmr/domain'

/**
 * A place in the whole log. Opaque, but it sorts: for two positions of one store, `a < b` as strings means that a was
 * recorded first. All positions of one product but START are of one length, and those of another product of another.
 */
export type Position = string

/** Before the first event of any log. */
export const START: Position = ''

/** Who acts: a person, a key, an assistant's grant, someone with a signing link, or the system itself. Names can be erased elsewhere, and not from the log. */
export interface Actor {
  readonly kind: 'user' | 'api_key' | 'oauth_grant' | 'signing_link' | 'operator' | 'system'
  readonly id: string
  readonly company_id: string
  /** of a link: how the person behind it was identified, such as `told_code` */
  readonly identified_by?: string
}

/** Who acted, as an event says it. */
export interface RecordedActor extends Actor {
  /** only in events that an older version recorded */
  readonly name?: string
}

/** An issued version of a document of a consignment note. */
export interface CurrentDocument {
  readonly document_id: string
  readonly kind: string
  readonly version: number
  /** of the file, hex */
  readonly sha256: string
}

/** The metadata of every event. The `$` names are the ones EventStoreDB gives a meaning to. */
export interface EventMetadata {
  readonly $correlationId: string
  readonly $causationId: string
  readonly actor: RecordedActor
  /** the command that this event came from; a repeat of it is recognised by this */
  readonly command_id: string
  readonly schema_version: number
  /** RFC 3339, UTC, milliseconds; never decreases within a stream */
  readonly recorded_at: string
  /** the company that owns the stream */
  readonly company_id: string
  /** on consignment notes: number and status after this event, so that consumers need no lookup */
  readonly ecmr_number?: string
  readonly status?: string
  /** the document that was issued last, once there is one */
  readonly document?: CurrentDocument
  /** on consignment notes: the other companies that hear of this event, since the note is shared with them */
  readonly shared_with?: readonly string[]
  /**
   * W3C Trace Context of the append, where it is traced. It says nothing about what happened, and only what measures reads it; the
   * hash is over it as over everything else.
   */
  readonly traceparent?: string
  /** SHA-256, hex; null on the first event of a stream */
  readonly prev_hash: string | null
  readonly hash: string
}

/** An event that is about to be appended. */
export interface NewEvent {
  /** UUID, of this event alone: the same however often it is tried, and never that of other bytes */
  readonly id: string
  readonly type: string
  readonly data: JsonObject
  readonly metadata: EventMetadata
}

/** An event as the log holds it. */
export interface RecordedEvent extends NewEvent {
  readonly stream: string
  /** place in its stream, from 0 */
  readonly revision: number
  readonly position: Position
}

/** What the stream must look like for an append to pass: absent, or with this last revision. */
export type ExpectedRevision = 'no_stream' | number

/** What is appended to one stream, all or none. */
export interface Append {
  readonly stream: string
  readonly expected: ExpectedRevision
  readonly events: readonly NewEvent[]
}

export type AppendResult =
  | {
      readonly ok: true
      readonly revision: number
      readonly position: Position
    }
  /** another append was first; `actual` is the stream's last revision, or null when it does not exist */
  | { readonly ok: false; readonly reason: 'wrong_expected_version'; readonly actual: number | null }

/** What `follow` yields. */
export type Followed =
  /** `bytes`: about what the event takes in the log, so that buffers can be bounded */
  | { readonly kind: 'event'; readonly event: RecordedEvent; readonly bytes: number }
  /**
   * Everything up to here has been yielded or was of no interest. `seen` is the event that stands there; without one the
   * position is good for telling how far it is, and not for storing: no log could confirm it.
   */
  | { readonly kind: 'checkpoint'; readonly position: Position; readonly seen?: SeenEvent }
  /** nothing more for now */
  | { readonly kind: 'caught_up'; readonly position: Position }

/** The chain over the whole log at one position. */
export interface ChainLink {
  readonly position: Position
  /** SHA-256, hex */
  readonly chain: string
}

/** Where an event stands, and its hash. */
export interface EventHash {
  readonly stream: string
  readonly revision: number
  readonly position: Position
  /** SHA-256, hex, as in its metadata */
  readonly hash: string
}

/** The event log. Nothing outside the adapters knows which store is behind it. */
export interface EventStore {
  /**
   * Appends events to one stream, all or none.
   *
   * Repeating an append whose events (by id) stand at that very place already succeeds, and answers as the first did.
   *
   * Event ids are unique within a stream; the same id in another stream is another event.
   *
   * @throws EventNotStorable nothing was recorded, and trying again will not help
   * @throws StoreUnavailable nothing was recorded
   * @throws OutcomeUnknown it may or may not have been; repeat it with the same ids
   */
  append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<AppendResult>
  /**
   * Appends to several streams in this order: each is recorded after those before it; in a store that keeps the order of
   * many that are under way at once. Gives the result of each, and ends with the first that is refused.
   *
   * @throws as `append`; of the appends without a result the first few may have been recorded, in order
   */
  readonly appendInOrder?: (appends: readonly Append[]) => AsyncIterable<AppendResult>
  /** One stream's events in order, from a revision (default 0); empty when there is no such stream. */
  readStream(stream: string, options?: { readonly from?: number }): Promise<readonly RecordedEvent[]>
  /**
   * The newest events of one stream, in order: `limit` of them at most, and only those before a revision, if given. Fewer
   * when they are large, but never none while there is one.
   */
  readStreamEnd(
    stream: string,
    options: { readonly before?: number; readonly limit: number },
  ): Promise<readonly RecordedEvent[]>
  /**
   * A page of the whole log in order: `limit` events at most, and fewer when they are large. It is empty only when there
   * is nothing after the position.
   */
  readAll(options: { readonly after: Position; readonly limit: number }): Promise<readonly RecordedEvent[]>
  /** As `readAll`, but of each event only where it stands and its hash; in a store that can read that by itself. */
  readonly readHashes?: (options: {
    readonly after: Position
    readonly limit: number
  }) => Promise<readonly EventHash[]>
  /** The position of the newest event; START when the log is empty. */
  head(): Promise<Position>
  /**
   * Events of the given categories (the stream name before its first dash), in order, indefinitely: first those on record,
   * then new ones as they come. Reconnects by itself. Ends when the signal aborts.
   *
   * @param options.seen the event that stands at `after`, if it is known
   * @throws LogDiverged when the log does not hold, or no longer holds, what was seen last
   */
  follow(options: {
    readonly after: Position
    readonly seen?: SeenEvent | null
    readonly categories: readonly string[]
    readonly signal: AbortSignal
  }): AsyncIterable<Followed>
  /**
   * What `follow` has yielded, with everything in clear that this process may read; in a store that opens what it reads.
   * Many at once cost little more than one.
   */
  readonly open?: (events: readonly RecordedEvent[]) => Promise<readonly RecordedEvent[]>
  /**
   * Whether a position is of the form that this store gives out, or START. Another product's never are, so that a place
   * that was kept for another log is known as such.
   */
  readonly isPosition: (position: Position) => boolean
  /** How many events lie after one position, up to another; in a store whose positions have no holes. */
  readonly countBetween?: (after: Position, upTo: Position) => number
  /** The position right after another one, in a store whose positions have no holes; verifying uses it. */
  readonly nextPosition?: (position: Position) => Position
  /** The position right before another one but START, in such a store. */
  readonly previousPosition?: (position: Position) => Position
  /**
   * The chain over the whole log, in a store that keeps one: SHA-256, hex, over the chain at the position before (32 zero
   * bytes before the first) and the event's own hash. Of the positions from one to another, both included, in order.
   */
  readonly readChain?: (range: {
    readonly from: Position
    readonly upTo: Position
  }) => Promise<readonly ChainLink[]>
  /**
   * Finds out within two seconds whether an append would be taken, without recording an event.
   *
   * @throws StoreUnavailable when none would
   */
  readonly probeWrites?: () => Promise<void>
  /**
   * The version of the server, such as 24.10.0, in a store that is a server of its own.
   *
   * @throws StoreUnavailable
   */
  readonly serverVersion?: () => Promise<string>
  /** Closes connections. */
  close(): Promise<void>
}

/** The store cannot be reached or refuses to work; the command was not recorded. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
}

/** The connection was lost while an append was under way. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown'
}

/**
 * The log is not the one that was followed: an event that had been read does not stand where it stood. It was restored
 * from an older copy, or events were removed or moved.
 */
export class LogDiverged extends Error {
  override readonly name = 'LogDiverged'
}

/** No store would take these events: too big, text that is not Unicode, a malformed id. */
export class EventNotStorable extends Error {
  override readonly name = 'EventNotStorable'
}

/** An event as a checkpoint remembers it: enough to tell whether the log still holds it where it stood. */
export interface SeenEvent {
  readonly stream: string
  readonly revision: number
  readonly position: Position
  readonly id: string
  /** SHA-256, hex, as in its metadata; over the chain it stands for all events before it in its stream */
  readonly hash: string
}

/** How far a log has been followed, and the event that stands there. */
export interface Checkpoint {
  readonly position: Position
  /** null: nothing has been seen, or a version wrote the checkpoint that did not remember events */
  readonly seen: SeenEvent | null
}

/**
 * The categories of our streams: what stands before the first dash of their names. A store that we share with others
 * holds more, and everything else in it is passed over.
 */
export const LOG_CATEGORIES: readonly string[] = ['ecmr', 'company', 'document', 'evidence']
