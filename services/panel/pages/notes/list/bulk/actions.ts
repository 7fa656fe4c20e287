import { type Caller, cancel, changeNote, edit, type FormKey, issueDocument } from '@ecmr/application'
import {
  cancellationBody,
  issueDocumentBody,
  type Language,
  placeLabel,
  updateEcmrBody,
} from '@ecmr/contract'
import { type FieldName, fieldNames, type Note, type Refusal } from '@ecmr/domain'
import type { TSchema } from '@sinclair/typebox'
import type { PanelContext } from '../../../../context.js'
import type { FormValues } from '../../../../forms/form.js'
import { whyNotIssued } from '../../documents/issue-controls.js'
import type { Control } from '../../fields/controls.js'
import { refusalOf } from '../../shared/refusals.js'
import { bulkTexts } from './texts.js'

/** What can be done with several notes at once. */
export interface BulkAction {
  readonly name: 'transportista' | 'documentos' | 'anular'
  readonly isDangerous: boolean
  readonly schema: TSchema
  readonly controls: (language: Language) => readonly Control[]
  /** why it cannot be done with a note, whatever the form says */
  readonly trial: (note: Note) => Refusal | undefined
  /** @param says what the form says, as `schema` has it */
  readonly perform: (
    context: PanelContext,
    caller: Caller,
    asked: { readonly note: Note; readonly says: FormValues; readonly key: FormKey },
  ) => Promise<Performed>
}

/** What became of one note. */
export type Performed =
  | { readonly outcome: 'done' | 'unchanged' | 'conflict' }
  | { readonly outcome: 'refused'; readonly refusal: Refusal }

const carrierFields = [
  'carrier_company_name',
  'carrier_tax_id',
  'carrier_phone',
  'vehicle_plate',
  'trailer_plate',
  'driver_name',
  'driver_phone',
] as const satisfies readonly FieldName[]

const assignCarrier: BulkAction = {
  name: 'transportista',
  isDangerous: false,
  schema: updateEcmrBody,
  controls: (language) => [
    ...carrierFields.map((name) => ({
      name,
      label: placeLabel(name, language),
      autocomplete: 'off',
      ...(name === 'carrier_company_name' && { required: true }),
    })),
    {
      name: 'amendment_reason',
      label: bulkTexts[language].reason,
      hint: bulkTexts[language].reasonHint,
      rows: 2,
    },
  ],
  trial: (note) => refusalOf(note, edit({ carrier_company_name: '-' }, '-')),
  async perform(context, caller, { note, says, key }) {
    const { amendment_reason: reason, ...typed } = says
    const changed = await changeNote(context, caller, {
      noteId: note.id,
      key,
      commands: () => [edit({ ...clearedFor(note, says), ...typed }, reason)],
    })
    if (changed.outcome === 'refused') return changed
    if (changed.outcome !== 'accepted') return { outcome: 'conflict' }
    return { outcome: changed.events.length === 0 && !changed.replayed ? 'unchanged' : 'done' }
  },
}

/** What is known of another carrier says nothing about this one, its vehicle and its driver. */
function clearedFor({ fields }: Note, { carrier_company_name: name }: FormValues) {
  if (fields.carrier_company_name === undefined || fields.carrier_company_name === name) return {}
  const ofCarrier = fieldNames.filter((field) => field.startsWith('carrier_') || VEHICLE.includes(field))
  return Object.fromEntries(ofCarrier.map((field) => [field, null]))
}

const VEHICLE: readonly FieldName[] = [
  'vehicle_plate',
  'trailer_plate',
  'vehicle_country',
  'driver_name',
  'driver_phone',
]

const issueDocuments: BulkAction = {
  name: 'documentos',
  isDangerous: false,
  schema: issueDocumentBody,
  controls: () => [],
  trial: whyNotIssued,
  async perform(context, caller, { note, key }) {
    const issued = await issueDocument(context, caller, { noteId: note.id, key })
    switch (issued.outcome) {
      case 'issued':
        return { outcome: 'done' }
      case 'unchanged':
        return { outcome: 'unchanged' }
      case 'refused':
        return { outcome: 'refused', refusal: issued.refusal }
      default:
        return { outcome: 'conflict' }
    }
  },
}

const cancelNotes: BulkAction = {
  name: 'anular',
  isDangerous: true,
  schema: cancellationBody,
  controls: (language) => [
    { name: 'reason', label: bulkTexts[language].cancelReason, required: true, rows: 3 },
  ],
  trial: (note) => refusalOf(note, cancel({ reason: '-' })),
  async perform(context, caller, { note, says: { reason = '' }, key }) {
    const changed = await changeNote(context, caller, {
      noteId: note.id,
      key,
      commands: () => [cancel({ reason })],
    })
    if (changed.outcome === 'refused') return changed
    return { outcome: changed.outcome === 'accepted' ? 'done' : 'conflict' }
  },
}

export const bulkActions: readonly BulkAction[] = [assignCarrier, issueDocuments, cancelNotes]
