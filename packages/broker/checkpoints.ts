import type { Checkpoint, Position } from '@ecmr/event-store'

/** Stores how far consumers have followed the log. */
export interface Checkpoints {
  /** START for a name that has none yet */
  load(name: string): Promise<Checkpoint>
  /**
   * Never moves a checkpoint back.
   *
   * @param known the position that the caller last loaded or saved
   * @throws CheckpointMovedBack when the stored one is before that
   */
  save(name: string, checkpoint: Checkpoint, known: Position): Promise<void>
}

/**
 * A checkpoint was moved back since it was loaded or saved: its database was restored from an older copy, or an operator
 * wants events to be handed out again. Load it again, or they would be skipped.
 */
export class CheckpointMovedBack extends Error {
  override readonly name = 'CheckpointMovedBack'
}
