import type { Note } from './state.js'
import type { Status } from './status.js'

export function allowedTransitions(_note: Note): readonly Status[] {
  throw new Error('not yet')
}
