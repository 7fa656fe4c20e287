import type { EcmrEvent } from './events.js'
import type { Note } from './state.js'

export function evolve(_note: Note | null, _event: EcmrEvent): Note {
  throw new Error('not yet')
}
