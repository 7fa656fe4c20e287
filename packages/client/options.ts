/** What any call takes besides what it is about. */
export interface CallOptions {
  /** ends the call with its reason, whether it waits for an answer or for the next attempt */
  readonly signal?: AbortSignal
  /** how long each attempt may take, in milliseconds; that of the client unless given */
  readonly timeoutMs?: number
  /** how often it is repeated at most; that of the client unless given */
  readonly maxRetries?: number
  /** of `status_label`; Spanish unless given */
  readonly language?: 'es' | 'en'
  /** your own id of the request, for the logs of both sides */
  readonly requestId?: string
}

/** What a call that reads takes besides. */
export interface ReadOptions extends CallOptions {
  /** a `position` of an earlier answer: waits until this one includes what was recorded there */
  readonly minPosition?: string
}

/** What a call that changes something takes besides. */
export interface WriteOptions extends CallOptions {
  /**
   * Names the command: whatever repeats it, within 24 hours, gets the first answer. A random one unless given, which covers the
   * retries of this call; give your own to cover repetitions after a crash of yours.
   */
  readonly idempotencyKey?: string
}

/** What a call that changes a note takes besides. */
export interface ChangeOptions extends WriteOptions {
  /** the `etag` that the note must still have; otherwise the call fails with `stale_version` */
  readonly ifMatch?: string
}
