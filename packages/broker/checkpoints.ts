import type { Checkpoint } from '@ecmr/event-store'

/** Where the places of those who follow the log are kept. */
export interface Checkpoints {
  /** START for a name that has none yet */
  load(name: string): Promise<Checkpoint>
  /** Never moves a place back. */
  save(name: string, checkpoint: Checkpoint): Promise<void>
}
