import type { EcmrFields, FieldName, Note } from '@ecmr/domain'
import { boxOf, fieldLabel, transportTypeLabels } from '../shared/labels.js'
import {
  labelled,
  labelledAll,
  type Manner,
  partyLines,
  placeLines,
  present,
  vehicleLines,
} from './box-lines.js'
import { readTexts } from './texts.js'
import { amountOf } from './values.js'

/** A box of the CMR form. */
export interface NoteBox {
  /** as printed on the form; '' for what has no box of its own there */
  readonly number: string
  readonly title: string
  readonly lines: readonly string[]
  /** its first line is a name */
  readonly isParty?: true
}

/** The boxes of a note above its goods and below them, in the order of the form: left and right in turn. */
export function noteBoxes(
  { fields }: Note,
  manner: Manner,
): { readonly above: readonly NoteBox[]; readonly below: readonly NoteBox[] } {
  const said = readTexts[manner.language].boxes
  const box = (
    field: FieldName | undefined,
    title: string,
    ...lines: readonly (string | undefined)[]
  ): NoteBox => ({
    number: (field && boxOf(field)) ?? '',
    title,
    lines: present(...lines),
  })
  const named = (one: NoteBox): NoteBox => ({ ...one, isParty: true })
  const shipper = partyLines(fields, 'contractual_shipper', manner)
  return {
    above: [
      named(box('sender_company_name', said.sender, ...partyLines(fields, 'sender', manner))),
      named(box('receiver_company_name', said.receiver, ...partyLines(fields, 'receiver', manner))),
      named(
        box(
          'carrier_company_name',
          said.carrier,
          ...partyLines(fields, 'carrier', manner),
          labelled('carrier_license_number', fields, manner),
        ),
      ),
      box(undefined, said.vehicle, ...vehicleLines(fields, manner)),
      box(
        'delivery_city',
        said.delivery,
        ...placeLines(fields, 'delivery', manner),
        labelled('delivery_time_limit', fields, manner),
      ),
      box('pickup_city', said.pickup, ...placeLines(fields, 'pickup', manner)),
      box('documents', said.documents, ...(fields.documents ?? [])),
      ...(shipper.length > 0 ? [named(box(undefined, said.shipper, ...shipper))] : []),
    ],
    below: [
      box(
        'instructions',
        said.instructions,
        fields.instructions,
        ...labelledAll(INSTRUCTIONS, fields, manner),
      ),
      box('special_agreements', said.agreements, fields.special_agreements),
      box('cod_amount', said.cod, amountOf(fields.cod_amount, fields.cod_currency, manner.language)),
      box(
        'issue_place',
        said.issued,
        issued(fields, manner),
        transportType(fields, manner),
        ...labelledAll(PARTICULARS, fields, manner),
      ),
      ...(fields.notes === undefined ? [] : [box(undefined, said.notes, fields.notes)]),
    ],
  }
}

const INSTRUCTIONS = ['customs_instructions', 'insurance_instructions', 'transhipment_allowed'] as const
const PARTICULARS = ['reference', 'language', 'efti_uil'] as const

function issued({ issue_place, issue_date }: EcmrFields, { f }: Manner): string {
  return present(issue_place, issue_date && f.date(issue_date)).join(', ')
}

function transportType({ transport_type }: EcmrFields, { language }: Manner): string | undefined {
  return (
    transport_type &&
    `${fieldLabel('transport_type', language)}: ${transportTypeLabels[language][transport_type]}`
  )
}
