import { type Language, type WebhookEvent, webhookEvents } from '@ecmr/contract'
import type { Fault } from '@ecmr/domain'
import type { FastifyRequest } from 'fastify'
import { choicesOf, type FormState, valuesOf } from '../../forms/form.js'
import { sentencesFor } from '../../forms/sentences.js'
import { texts } from './texts.js'

/** The form for a webhook, as it was sent or as it is shown at first. */
export interface WebhookForm extends FormState {
  /** those that are ticked, whatever they are */
  readonly events: readonly string[]
}

/** What the form says of a webhook, not validated yet; `null` for what was left empty. */
export interface WebhookFields {
  readonly url: string
  readonly events: readonly string[]
  readonly description: string | null
  /** text where no whole number was written */
  readonly max_per_second: number | string | null
  readonly include_document_url: boolean
}

export function readWebhookForm(request: FastifyRequest): {
  readonly form: WebhookForm
  readonly fields: WebhookFields
} {
  const values = valuesOf(request)
  const events = choicesOf(request, 'events')
  const { url = '', description = '', max_per_second = '' } = values
  return {
    form: { values, faults: {}, events },
    fields: {
      url,
      events,
      description: description === '' ? null : description,
      max_per_second: max_per_second === '' ? null : numberOf(max_per_second),
      include_document_url: values.include_document_url === 'true',
    },
  }
}

/** The events among what was ticked, once it is known that all of it is. */
export function eventsOf(ticked: readonly string[]): WebhookEvent[] {
  return webhookEvents.filter((event) => ticked.includes(event))
}

/** Whole numbers as such; what is none stays as it was written, for the contract to find fault with. */
export function numberOf(text: string): number | string {
  return /^\d{1,9}$/.test(text) ? Number(text) : text
}

/** One sentence for each field of a webhook, in the words of the page. */
export function webhookFaults(
  faults: readonly Fault[],
  language: Language,
): Readonly<Record<string, string>> {
  const said = texts[language].faults
  const ofUrl: Readonly<Record<string, string>> = said.url
  return faultsByField(faults, language, (field, code) => {
    if (field === 'url') return ofUrl[code]
    if (field === 'max_per_second') return said.rate
    return field === 'description' && code === 'invalid_format' ? said.unprintable : undefined
  })
}

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
