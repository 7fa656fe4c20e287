import { type EcmrRecord, languages } from '@ecmr/contract'
import { type Fault, type JsonObject, type JsonValue, type Note, type Refusal, sameJson } from '@ecmr/domain'
import { recordOf } from './read-note.js'

/**
 * The refusal of members of a record that a client has sent back changed although only the service sets them; undefined when
 * all are as they were read, in whichever language. Null says as much as leaving a member out. An `incident_id` is that of any
 * incident of the note: the answer to its report has it.
 *
 * @param sent those members
 * @param documentUrl address of the note's current document, see `documentUrlOf`
 */
export function changedReadOnly(
  sent: JsonObject,
  note: Note,
  siteUrl: string,
  documentUrl: string | null,
): Refusal | undefined {
  const records = languages.map((language) => asJson(recordOf(note, language, siteUrl, documentUrl)))
  const errors = Object.entries(sent).flatMap(([name, value]): Fault[] => {
    const isAsRead =
      name === 'incident_id'
        ? value === null || note.incidents.some((incident) => incident.incident_id === value)
        : records.some((record) => sameJson(value ?? null, record[name] ?? null))
    return isAsRead ? [] : [{ pointer: `/${name}`, code: 'read_only', message: messageFor(name) }]
  })
  if (errors.length === 0) return undefined
  const detail =
    'Some members that only the service sets are not as they were read; the note may have changed since.'
  return { code: 'invalid_command', detail, errors }
}

function messageFor(name: string): string {
  if (name === 'taken_over_at')
    return 'Send taken_over_at together with status in_transit, or as it was read.'
  return name === 'delivered_at' || name === 'unsigned_reason'
    ? `Send ${name} together with status delivered, or as it was read.`
    : `${name} is set by the service: send it as it was read, or leave it out.`
}

// As it was written out for the client.
function asJson(record: EcmrRecord): Readonly<Record<string, JsonValue>> {
  return JSON.parse(JSON.stringify(record))
}
