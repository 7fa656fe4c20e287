import type { Position } from '@ecmr/event-store'

/** Where the places of those who follow the log are kept. */
export interface Checkpoints {
  /** START for somebody who has none yet */
  load(name: string): Promise<Position>
  /** Never moves a place back. */
  save(name: string, position: Position): Promise<void>
}
