import type { JsonObject, JsonValue } from '../json.js'
import type { EcmrEvent, EcmrEventType } from './events.js'
import type { PersonalCategory } from './personal-categories.js'
import { categoryOfField, ERASED, erasedValue, mapPersonal, personalMembersOf } from './personal-data.js'
import type { Attachment, Note, PendingErasure } from './state.js'

type Erasure = Extract<EcmrEvent, { readonly type: 'PersonalDataErased' }>

/** The data of an event without the personal values of some categories: as it is read once their keys are destroyed. */
export function eraseData(
  type: string,
  data: JsonObject,
  categories: readonly PersonalCategory[],
): JsonObject {
  return mapPersonal(type, data, (object, _pointer, members) => {
    const gone = members.filter(
      ({ member, category }) => categories.includes(category) && isSaid(object[member]),
    )
    if (gone.length === 0) return object
    const erased = new Map(gone.map(({ member, name }) => [member, erasedValue(name)]))
    return Object.fromEntries(
      Object.entries(object).flatMap(([member, value]) => {
        const now = erased.has(member) ? erased.get(member) : value
        return now === undefined ? [] : [[member, now]]
      }),
    )
  })
}

/** Fields of a note without the personal values of some categories. */
export function eraseFields<Fields extends object>(
  fields: Fields,
  categories: readonly PersonalCategory[],
): Fields {
  const erased = Object.entries(fields).flatMap(([name, value]) => {
    const category = categoryOfField(name)
    return category && categories.includes(category) && isSaid(value) ? [[name, erasedValue(name)]] : []
  })
  return { ...fields, ...Object.fromEntries(erased) }
}

/** A note once an erasure was asked for, or carried out. */
export function erasedNote(note: Note, { at, data }: Erasure): Note {
  const { categories, reason, by, due } = data
  if (due !== undefined) return { ...note, erasure: { categories, reason, by, due } }
  const { erasure, ...rest } = note
  const left = erasure && stillPending(erasure, categories)
  const fields = eraseFields(note.fields, categories)
  const documents = note.documents.map((document) => ({ ...document, erased: true as const }))
  // A file cannot be erased in part, and nobody knows whom it shows.
  const attachments = note.attachments.map((attachment) => ({ ...attachment, erased: true as const }))
  const kept = { ...rest, fields, documents, attachments }
  const without = categories.includes('people') ? withoutPeople(kept) : kept
  return { ...without, erased_at: at, ...(left && { erasure: left }) }
}

function stillPending(
  erasure: PendingErasure,
  erased: readonly PersonalCategory[],
): PendingErasure | undefined {
  const categories = erasure.categories.filter((category) => !erased.includes(category))
  return categories.length === 0 ? undefined : { ...erasure, categories }
}

/** All that belongs to people besides fields. */
function withoutPeople(note: Note): Note {
  return {
    ...note,
    metadata: {},
    ...(note.unsigned_reason !== undefined && { unsigned_reason: ERASED }),
    ...(note.cancel_reason !== undefined && { cancel_reason: ERASED }),
    ...(note.reverted_deliveries && {
      reverted_deliveries: note.reverted_deliveries.map((one) => erasedText(one, 'DeliveryReverted')),
    }),
    signatures: note.signatures.map(({ signature_image: _, ...signature }) =>
      erasedText(signature, 'EcmrSigned'),
    ),
    invitations: note.invitations.map((one) => erasedText(one, 'SignerInvited')),
    reservations: note.reservations.map((one) => erasedText(one, 'ReservationRecorded')),
    incidents: note.incidents.map((one) =>
      erasedText(erasedText(one, 'IncidentReported'), 'IncidentResolved'),
    ),
    documents: note.documents.map((one) => erasedText(one, 'DocumentIssued')),
    attachments: note.attachments.map(withoutTexts),
  }
}

function withoutTexts({ location: _, ...attachment }: Attachment): Attachment {
  const said = erasedText(attachment, 'AttachmentAdded')
  return said.withdrawn_reason === undefined ? said : { ...said, withdrawn_reason: ERASED }
}

/** What an event said, without its personal texts. */
function erasedText<Said extends object>(said: Said, type: EcmrEventType): Said {
  const texts = personalMembersOf(type).filter((member) => member in said)
  return texts.length === 0
    ? said
    : { ...said, ...Object.fromEntries(texts.map((member) => [member, ERASED])) }
}

/** What is absent holds nothing. */
function isSaid(value: JsonValue | undefined): boolean {
  return value !== undefined && value !== null
}
