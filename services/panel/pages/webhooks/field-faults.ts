import type { Language } from '@ecmr/contract'
import type { Fault } from '@ecmr/domain'
import { sentencesFor } from '../../forms/sentences.js'

/**
 * One sentence for each field of a form, whichever part of it is wrong. The first fault of a field is the one that says
 * most.
 *
 * @param own what the page itself says of a field, by the fault's code
 */
export function faultsByField(
  faults: readonly Fault[],
  language: Language,
  own: (field: string, code: string) => string | undefined,
): Readonly<Record<string, string>> {
  const said = new Map<string, string>()
  for (const fault of faults) {
    const field = fault.pointer.split('/')[1] ?? ''
    const general = sentencesFor([{ ...fault, pointer: `/${field}` }], language)[field]
    if (!said.has(field)) said.set(field, own(field, fault.code) ?? general ?? fault.message)
  }
  return Object.fromEntries(said)
}
