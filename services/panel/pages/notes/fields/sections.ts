import {
  type FieldGroup,
  fieldLabel,
  fieldsIn,
  groupLabels,
  type Language,
  memberLabels,
  uncapitalised,
} from '@ecmr/contract'
import { type FieldChanges, type FieldName, fieldNames, requiredFields } from '@ecmr/domain'
import { fieldKind } from '../../../forms/field-kinds.js'
import { type FormState, noneOf, typedAs } from '../../../forms/form.js'
import type { PaperReads } from '../paper/paper.js'
import { formTexts } from '../shared/form-texts.js'
import { nameIn } from '../shared/labels.js'
import { type Control, controlOf, drawnAs } from './controls.js'
import { type LinesView, linesView } from './lines.js'

/** A list of objects in the form: as many groups of controls as it shows items, and a blank one to copy. */
export interface RowsView extends LinesView {
  readonly list: FieldName
  readonly label: string
  readonly members: readonly (Control & { readonly member: string })[]
}

/** Controls that stand together. */
export interface Block {
  readonly controls: readonly Control[]
  /** name, tax number and address of a party, complete */
  readonly isParty: boolean
  readonly lists: readonly RowsView[]
  /** lists of which it can be said that they are empty, and of which it was said before and is kept */
  readonly nones: readonly { readonly name: string; readonly isOffered: boolean }[]
}

/** What the index of the form says of a part. */
export type PartState = 'faulty' | 'missing' | 'complete' | 'filled' | 'blank'

/** A part of the form, as on the printed note. */
export interface Section {
  readonly group: FieldGroup
  readonly title: string
  readonly hint?: string
  /** what every note needs, or nearly every one, stands open */
  readonly isFolding: boolean
  readonly isOpen: boolean
  readonly state: PartState
  readonly stateSaid: string
  readonly shown: Block
  /** what few notes say, below a fold of its own */
  readonly more?: Block & { readonly title: string; readonly hint?: string; readonly isOpen: boolean }
}

interface Choice {
  readonly language: Language
  readonly form: FormState
  /** the fields of the note that the form is made of */
  readonly before: FieldChanges
  readonly isEditable: (field: FieldName) => boolean
  /** a list that gets one more group of blank controls */
  readonly extended?: FieldName
  /** what is said at a field besides, such as what it says by now */
  readonly hints?: Readonly<Record<string, string>>
  /** what was read of a paper note, by fields */
  readonly reads?: PaperReads
}

const PARTY_MEMBERS = ['company_name', 'tax_id', 'address', 'postal_code', 'city', 'country'] as const

const PARTIES = ['sender', 'receiver', 'carrier', 'contractual_shipper'] as const
const party = (prefix: (typeof PARTIES)[number]) =>
  PARTY_MEMBERS.map((member) => `${prefix}_${member}` as const)

/** The parts in the order of the form, with the fields that are in sight when a part is; the essential parts first. */
const PARTS: readonly {
  readonly group: FieldGroup
  readonly shown?: readonly FieldName[]
  readonly isEssential?: boolean
}[] = [
  { group: 'particulars', shown: ['transport_type', 'reference'], isEssential: true },
  { group: 'sender', shown: party('sender'), isEssential: true },
  { group: 'receiver', shown: party('receiver'), isEssential: true },
  { group: 'pickup', shown: ['pickup_date', 'pickup_time_from', 'pickup_time_to'], isEssential: true },
  {
    group: 'delivery',
    shown: ['delivery_date', 'delivery_time_from', 'delivery_time_to'],
    isEssential: true,
  },
  {
    group: 'goods',
    shown: ['goods_description', 'goods_packages', 'goods_packaging', 'goods_weight_kg'],
    isEssential: true,
  },
  { group: 'carrier', shown: party('carrier') },
  { group: 'vehicle', shown: ['vehicle_plate', 'trailer_plate', 'driver_name', 'driver_phone'] },
  { group: 'shipper', shown: party('contractual_shipper') },
  { group: 'successive' },
  { group: 'dangerous' },
  { group: 'instructions' },
  { group: 'agreements' },
  { group: 'charges' },
  { group: 'documents' },
]
const OFFERS_NONE: readonly FieldName[] = ['charges', 'documents', 'seal_numbers']

/** The parts of the form in which something may be written. */
export function formSections(choice: Choice): readonly Section[] {
  return PARTS.flatMap((part) => {
    const fields = fieldNames.filter(
      (field) => choice.isEditable(field) && fieldsIn(part.group).includes(field),
    )
    return fields.length > 0 ? [section(part, fields, choice)] : []
  })
}

function section(
  { group, shown = fieldsIn(group), isEssential = false }: (typeof PARTS)[number],
  fields: readonly FieldName[],
  choice: Choice,
): Section {
  const { language } = choice
  const { fields: said } = formTexts[language]
  const first = shown.filter((field) => fields.includes(field))
  const others = fields.filter((field) => !first.includes(field))
  const hint = nameIn({ shipper: said.shipper }, group)
  const moreHint = nameIn({ pickup: said.pickedUpElsewhere, delivery: said.deliveredElsewhere }, group)
  const { state, stateSaid } = stateOf(fields, choice)
  return {
    group,
    title: group === 'particulars' ? said.carriage : groupLabels[language][group],
    ...(hint !== undefined && { hint }),
    isFolding: !isEssential,
    isOpen: needsSight(fields, choice),
    state,
    stateSaid,
    shown: block(first, choice),
    ...(others.length > 0 && {
      more: {
        ...block(others, choice),
        title: moreTitle(others, language),
        ...(moreHint !== undefined && { hint: moreHint }),
        isOpen: needsSight(others, choice),
      },
    }),
  }
}

/** Whether something is written in fields, is wrong or doubtful there, or was asked for. */
function needsSight(fields: readonly FieldName[], choice: Choice): boolean {
  const { extended, reads = {} } = choice
  return fields.some(
    (field) =>
      field === extended ||
      isFilled(field, choice) ||
      isFaulty(field, choice) ||
      reads[field]?.doubt !== undefined,
  )
}

function stateOf(
  fields: readonly FieldName[],
  choice: Choice,
): { readonly state: PartState; readonly stateSaid: string } {
  const { states } = formTexts[choice.language].fields
  const filled = fields.filter((field) => isFilled(field, choice))
  const required = fields.filter((field) => field in requiredFields)
  const missing = required.filter((field) => !filled.includes(field))
  if (fields.some((field) => isFaulty(field, choice))) return { state: 'faulty', stateSaid: states.faulty }
  if (missing.length > 0) return { state: 'missing', stateSaid: states.missing(missing.length) }
  if (filled.length === 0) return { state: 'blank', stateSaid: '' }
  return required.length > 0
    ? { state: 'complete', stateSaid: states.complete }
    : { state: 'filled', stateSaid: states.filled(filled.length) }
}

const MOST_NAMED = 3

/** What stands below the fold, by the names of the first of it. */
function moreTitle(fields: readonly FieldName[], language: Language): string {
  const labels = fields.map((field) => uncapitalised(fieldLabel(field, language)))
  const named = labels.slice(0, MOST_NAMED).join(', ')
  return `${formTexts[language].fields.more}: ${named}${labels.length > MOST_NAMED ? '…' : ''}`
}

function block(fields: readonly FieldName[], choice: Choice): Block {
  const isRows = (field: FieldName): boolean => fieldKind(field).kind === 'rows'
  const drawn = controls(
    fields.filter((field) => !isRows(field)),
    choice,
  )
  return {
    controls: drawn,
    isParty: PARTIES.some((prefix) => party(prefix).every((name, place) => drawn[place]?.name === name)),
    lists: fields.filter(isRows).map((field) => rowsView(field, choice)),
    nones: fields
      .filter((field) => OFFERS_NONE.includes(field) || typedAs(choice.form.values, noneOf(field)) === 'true')
      .map((field) => ({ name: noneOf(field), isOffered: OFFERS_NONE.includes(field) })),
  }
}

function controls(
  fields: readonly FieldName[],
  { language, hints = {}, reads = {} }: Choice,
): readonly Control[] {
  return fields.map((field) => {
    const control = controlOf(field, fieldLabel(field, language), language)
    const now = Object.hasOwn(hints, field) ? hints[field] : undefined
    const read = reads[field]
    return { ...control, ...(now !== undefined && { hint: now }), ...(read && { read }) }
  })
}

function rowsView(list: FieldName, { language, form, before, extended }: Choice): RowsView {
  const kind = fieldKind(list)
  const members = kind.kind === 'rows' ? Object.entries(kind.members) : []
  return {
    list,
    label: fieldLabel(list, language),
    ...linesView(list, form.values, before, extended === list),
    members: members.map(([member, memberKind]) => ({
      member,
      name: member,
      label: memberLabel(list, member, language),
      ...drawnAs(memberKind, member, language),
    })),
  }
}

function memberLabel(list: FieldName, member: string, language: Language): string {
  const labels: Readonly<Record<string, Readonly<Record<string, Readonly<Record<Language, string>>>>>> =
    memberLabels
  return labels[list]?.[member]?.[language] ?? member
}

function isFilled(field: FieldName, { form: { values }, before }: Choice): boolean {
  const hasLines = fieldKind(field).kind === 'rows' && linesView(field, values, before, false).total > 0
  return hasLines || Object.entries(values).some(([name, value]) => value !== '' && isOf(field, name))
}

function isFaulty(field: FieldName, { form: { faults } }: Choice): boolean {
  return Object.keys(faults).some((name) => isOf(field, name))
}

/** Whether a control belongs to a field: it is the field's own, or one of its parts. */
export function isOf(field: FieldName, name: string): boolean {
  return name === field || name.startsWith(`${field}/`)
}
