import type { Checkpoint, Position } from '@ecmr/event-store'

/** Where the places of those who follow the log are kept. */
export interface Checkpoints {
  /** START for a name that has none yet */
  load(name: string): Promise<Checkpoint>
  /**
   * Never moves a place back.
   *
   * @param known where the caller last loaded or saved it
   * @throws CheckpointMovedBack when it stands before that
   */
  save(name: string, checkpoint: Checkpoint, known: Position): Promise<void>
}

/**
 * A place was moved back since it was loaded or saved: what it is kept with was restored from an older copy, or an
 * operator wants events to be handed out again. It is to be loaded anew, or they would be left out.
 */
export class CheckpointMovedBack extends Error {
  override readonly name = 'CheckpointMovedBack'
}
