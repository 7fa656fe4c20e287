import { checkBody, type Language, type RequestReplay, replayBody } from '@ecmr/contract'
import type { Fault } from '@ecmr/domain'
import type { FastifyRequest } from 'fastify'
import { choicesOf, type FormState, isFaulty, valuesOf } from '../../../../forms/form.js'
import { instantOf } from '../../../../forms/local-time.js'
import { faultsByField } from '../../field-faults.js'
import { replayTexts } from '../../replay-texts.js'
import { eventsOf } from '../../webhook-form.js'

/** The form that asks for a replay. */
export interface ReplayForm extends FormState {
  readonly events: readonly string[]
}

/** Reads the form that asks for a replay: what is wanted, or the form with what is wrong with it. */
export function readReplayForm(
  request: FastifyRequest,
  at: { readonly language: Language; readonly timeZone: string },
): { readonly form: ReplayForm; readonly wanted?: RequestReplay } {
  const values = valuesOf(request)
  const events = choicesOf(request, 'events')
  const { since = '', until = '', from_position = '', only_failed = '' } = values
  // What is no time at all stays as it was written, for the contract to find fault with.
  const time = (text: string): string => instantOf(text, at.timeZone)?.toISOString() ?? text
  const body = {
    ...(since !== '' && { since: time(since) }),
    ...(until !== '' && { until: time(until) }),
    ...(from_position !== '' && { from_position }),
    only_failed: only_failed === 'true',
  }
  const faults = replayFaults(checkBody(replayBody, { ...body, events }), at.language)
  const form = { values, faults, events }
  return isFaulty(form) ? { form } : { form, wanted: { ...body, events: eventsOf(events) } }
}

/** One sentence for each field, in the words of the page. */
export function replayFaults(faults: readonly Fault[], language: Language): Readonly<Record<string, string>> {
  const said: Readonly<Record<string, Readonly<Record<string, string>>>> = replayTexts[language].faults
  return faultsByField(faults, language, (field, code) => said[field]?.[code])
}
