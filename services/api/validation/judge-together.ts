import { withContradictions } from '@ecmr/contract'
import type { Fault } from '@ecmr/domain'

/** For a route with the fields of a note: contradictions between valid fields are reported too. */
export function judgeTogether(
  mode: 'create' | 'update',
): (faults: readonly Fault[], body: unknown) => readonly Fault[] {
  return (faults, body) => withContradictions(faults, body, mode)
}
