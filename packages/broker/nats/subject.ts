import type { RecordedEvent } from '@ecmr/event-store'

/** The stream that holds events until they are handled. */
export const EVENTS = 'ECMR_EVENTS'
export const EVENT_SUBJECTS = 'ecmr.events.>'

/** The stream of messages that cannot be handled, for operators. */
export const POISON = 'ECMR_POISON'
export const POISON_SUBJECTS = 'ecmr.poison.>'

/** Where an event is published: `ecmr.events.<company>.<type>`. */
export function eventSubject({ type, metadata }: RecordedEvent): string {
  return `ecmr.events.${token(metadata.company_id)}.${token(type)}`
}

/** Where a consumer puts what cannot be handled: `ecmr.poison.<consumer>`. */
export function poisonSubject(consumer: string): string {
  return `ecmr.poison.${token(consumer)}`
}

/** A text as one word of a subject: dots, stars, white space and the like are percent-encoded. */
function token(text: string): string {
  const escaped = encodeURIComponent(text).replace(/[.*!~'()]/g, percent)
  return escaped === '' ? '%' : escaped
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}
