import { withContradictions } from '@ecmr/contract'
import type { Fault } from '@ecmr/domain'

/** For a route with the fields of a note: what of the sound ones does not go together is told as well. */
export function judgeTogether(
  mode: 'create' | 'update',
): (faults: readonly Fault[], body: unknown) => readonly Fault[] {
  return (faults, body) => withContradictions(faults, body, mode)
}
