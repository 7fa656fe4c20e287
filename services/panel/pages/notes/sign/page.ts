import { type Language, placeLabel } from '@ecmr/contract'
import {
  type Access,
  type EcmrCommand,
  type EcmrFields,
  fieldNames,
  type Note,
  type RefusalCode,
  type Role,
  roles,
} from '@ecmr/domain'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { fieldKind } from '../../../forms/field-kinds.js'
import { type FormState, isFaulty } from '../../../forms/form.js'
import { writeFields } from '../../../forms/note-fields.js'
import { signedIn } from '../../../panel-server.js'
import { formatsFor } from '../../../texts/formats.js'
import { choiceLabel } from '../fields/controls.js'
import { noteSummary, withinRoom } from '../shared/brief.js'
import { formTexts } from '../shared/form-texts.js'
import { nameIn } from '../shared/labels.js'
import { refusalFaults, refusalOf, remedyOf } from '../shared/refusals.js'
import { momentControls } from '../shared/stated-moment.js'

const CLOSED: ReadonlySet<RefusalCode | undefined> = new Set(['already_signed', 'incident_open'])

const trialOf = (role: Role): EcmrCommand => ({
  type: 'sign',
  signature: { role, signer_name: 'trial', method: 'typed', remarks: 'trial' },
})

/** Asks who signs, of those who can. */
export function chooseRole(
  request: FastifyRequest,
  reply: FastifyReply,
  note: Note,
  access: Access,
): FastifyReply {
  const { language } = request.visitor
  const t = formTexts[language]
  return reply.page('pages/notes/sign/choose', {
    title: t.sign.choose,
    section: 'notes',
    t,
    summary: noteSummary(note, language),
    ways: roles
      .filter((role) => access.kind === 'own' || access.roles.includes(role))
      .filter((role) => !CLOSED.has(refusalOf(note, trialOf(role))?.code))
      .map((role) => ({ href: `/ecmrs/${note.id}/firmar?rol=${role}`, label: t.sign.title(role) })),
    back: `/ecmrs/${note.id}`,
    styles: ['note-forms.css'],
  })
}

// Of a note of hundreds of lines this is a part.
const ROOM_FOR_CONTENT = 25_000

/**
 * What a party signs, and the form for it.
 *
 * @param content.hash what the signature covers, see `contentHashOf`
 * @param first the number of the entry, from 1, from which on the whole content is read on; it is folded otherwise
 */
export function showSigning(
  request: FastifyRequest,
  reply: FastifyReply,
  { note, hash }: { readonly note: Note; readonly hash: string },
  role: Role,
  form: FormState,
  first?: unknown,
): FastifyReply {
  const { language } = request.visitor
  const t = formTexts[language]
  const { time_zone: timeZone } = signedIn(request).company
  const controls = momentControls('signed_at', t.sign.when, form.values, { t, timeZone })
  const refusal = refusalOf(note, trialOf(role))
  const isReserved = note.status === 'incident'
  const remarks = isReserved ? t.sign.reservations : t.sign.remarks
  const content = contentOf(note.fields, language)
  const from =
    typeof first === 'string' && /^[1-9]\d{0,4}$/.test(first)
      ? Math.min(Number(first), content.length) - 1
      : 0
  const isRefused = refusal !== undefined && !isFaulty(form)
  return reply.page('pages/notes/sign/sign', {
    title: t.sign.title(role),
    section: 'notes',
    t,
    form,
    controls,
    labels: {
      ...Object.fromEntries(controls.map(({ name, label }) => [name, label])),
      signer_name: t.sign.name,
      signer_tax_id: t.sign.taxId,
      place: t.sign.place,
      remarks,
      signature_image: t.sign.drawn,
    },
    role,
    summary: noteSummary(note, language),
    content: withinRoom(content, ROOM_FOR_CONTENT, from),
    isReadOn: from > 0,
    isReserved,
    remarks: { label: remarks, ...(isReserved && { hint: t.sign.reserve }) },
    hash,
    refused: isRefused ? refusalFaults(refusal, {}, language)[''] : undefined,
    remedy: refusal && remedyOf(note, refusal, language),
    back: `/ecmrs/${note.id}`,
    scripts: ['signature-pad.js'],
    styles: ['note-forms.css'],
  })
}

/** Everything that a signature covers, in words. */
function contentOf(
  fields: EcmrFields,
  language: Language,
): readonly { readonly label: string; readonly value: string }[] {
  const said = formTexts[language].fields
  const f = formatsFor(language, 'UTC')
  const number = (value: number | string): string =>
    typeof value === 'number' ? f.number(value) : f.money(value, undefined)
  return Object.entries(writeFields(fields, language, number)).map(([name, value]) => {
    const [field = '', part] = name.split('/')
    const known = fieldNames.find((each) => each === field)
    const isYesNo = known !== undefined && fieldKind(known).kind === 'yes_no'
    const shown = isYesNo ? said[value === 'true' ? 'yes' : 'no'] : choiceLabel(value, language)
    return part === 'none'
      ? { label: placeLabel(field, language), value: nameIn(said.none, field) ?? said.noLines }
      : { label: placeLabel(name, language), value: shown }
  })
}
