import { type FormValues, typedAs } from '../../../forms/form.js'
import { momentsOf } from '../../../forms/local-time.js'
import type { Control } from '../fields/controls.js'
import type { FormPlace } from './command-form.js'

/**
 * The control for when something happened, by the clocks of the company, folded away; another one asks when they showed that
 * time twice.
 */
export function momentControls(
  name: string,
  label: string,
  values: FormValues,
  { t, timeZone }: Pick<FormPlace, 't' | 'timeZone'>,
): readonly Control[] {
  const said = t.moment
  const when = { name, label, type: 'datetime-local', hint: said.hint(timeZone), folded: said.other }
  const [first, second] = momentsOf(typedAs(values, name), timeZone) ?? []
  if (!first || !second) return [when]
  const options = [
    ['', t.choose],
    [first.offset, said.first(first.offset)],
    [second.offset, said.second(second.offset)],
  ] as const
  return [when, { name: offsetOf(name), label: said.which, options, folded: said.other }]
}

/** What such controls say. */
export type StatedMoment =
  | { readonly instant: string | undefined }
  /** by the name of the control that it is wrong in */
  | { readonly faults: Readonly<Record<string, string>> }

/** The instant (RFC 3339) that was stated; `undefined` when the control was left blank. */
export function readStatedMoment(
  name: string,
  values: FormValues,
  { t, timeZone }: Pick<FormPlace, 't' | 'timeZone'>,
): StatedMoment {
  const typed = typedAs(values, name)
  if (typed === '') return { instant: undefined }
  const moments = momentsOf(typed, timeZone)
  if (moments === undefined) return { faults: { [name]: t.faults.noTime } }
  const [only, second] = moments
  if (only === undefined) return { faults: { [name]: t.faults.skippedTime } }
  const offset = typedAs(values, offsetOf(name))
  const chosen = second ? moments.find((moment) => moment.offset === offset) : only
  return chosen ? { instant: chosen.instant } : { faults: { [offsetOf(name)]: t.faults.which } }
}

const offsetOf = (name: string): string => `${name}_offset`
