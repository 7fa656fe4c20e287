/** The event log as a tree at one size, signed. */
export interface Checkpoint {
  /** how many leaves: events of the log in its order */
  readonly size: number
  /** root of the tree (RFC 6962), base64 */
  readonly root: string
  /** RFC 3339, UTC; never earlier than that of a smaller one */
  readonly at: string
  /** the signed note (C2SP `tlog-checkpoint`), with the cosignatures that have come so far */
  readonly note: string
}

/** An event by what its leaf is made of, and where the log holds it. */
export interface LeafEvent {
  readonly stream: string
  readonly revision: number
  readonly position: string
  /** SHA-256, hex */
  readonly hash: string
}

/** Proofs over the event log. Where no key is set up, there is none, and whatever needs it says `evidence_off`. */
export interface Evidence {
  /** The newest checkpoint; undefined before the first. Kept in memory, so that asking costs nothing. */
  latest(): Promise<Checkpoint | undefined>
  /**
   * A checkpoint that covers an event: the newest one if it does, else one that is made now. At most one is made a second.
   *
   * @returns undefined when the event is not sealed within `waitMs`
   */
  covering(event: LeafEvent, waitMs: number): Promise<Checkpoint | undefined>
  /**
   * The proof (C2SP `tlog-proof`) that an event is a leaf of a checkpoint's tree.
   *
   * @throws NotCovered
   */
  proofOf(event: LeafEvent, checkpoint: Checkpoint): Promise<string>
  /** An RFC 3161 answer over the text of a checkpoint's note, DER; undefined when this one was not stamped. */
  timestampFor(checkpoint: Checkpoint): Promise<Uint8Array | undefined>
  /** Verifier keys (C2SP `signed-note`) of the log, oldest first, and of its witnesses. */
  keys(): Promise<{ readonly log: readonly string[]; readonly witnesses: readonly string[] }>
  /** A text, which ends in a line break, as a note signed (C2SP `signed-note`) with the log's key. */
  sign(text: string): string
}

/** The feature is off: `EVIDENCE_KEY_FILE` is not set. */
export class EvidenceOff extends Error {
  override readonly name = 'EvidenceOff'
}

/** An event is not in the tree of a checkpoint: it was recorded later. */
export class NotCovered extends Error {
  override readonly name = 'NotCovered'
}
