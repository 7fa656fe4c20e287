import type { EventStore, Position } from '@ecmr/event-store'
import type { Broker } from '../port.js'

/** Where a consumer's place in the log is kept. */
export interface Checkpoints {
  load(name: string): Promise<Position>
  save(name: string, position: Position): Promise<void>
}

/** A broker without a server: it follows the log from a stored checkpoint. */
export function inProcessBroker(_options: {
  readonly store: Pick<EventStore, 'follow'>
  readonly checkpoints: Checkpoints
  readonly categories?: readonly string[]
}): Broker {
  throw new Error('not yet')
}
