import type { EventStore } from '../port.js'
import { fromPosition, toPosition } from './position.js'
import type { Query } from './query.js'

const CHAIN = `select position, encode(chain, 'hex') as chain from log.events
  where position >= $1 and position <= $2 order by position`

/** Reads the chain over the whole log. */
export function chainReader(query: Query): NonNullable<EventStore['readChain']> {
  return async ({ from, upTo }) => {
    const values = [fromPosition(from), fromPosition(upTo)]
    const rows = await query<{ position: number; chain: string }>('log.chain', CHAIN, values)
    return rows.map(({ position, chain }) => ({ position: toPosition(position), chain }))
  }
}
