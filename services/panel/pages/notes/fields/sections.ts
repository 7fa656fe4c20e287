import {
  type FieldGroup,
  fieldGroups,
  fieldLabel,
  fieldsIn,
  groupLabels,
  type Language,
  memberLabels,
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

/** A part of the form, as on the printed note. */
export interface Section {
  readonly group: FieldGroup
  readonly title: string
  readonly hint?: string
  /** it holds something, or something is wrong in it */
  readonly isOpen: boolean
  readonly filled: number
  readonly controls: readonly Control[]
  readonly lists: readonly RowsView[]
  /** lists of which it can be said that they are empty, and of which it was said before and is kept */
  readonly nones: readonly { readonly name: string; readonly isOffered: boolean }[]
}

/** The parts of the form in which something may be written. */
export interface FormParts {
  /** what every note needs, by party */
  readonly essentials: readonly { readonly title: string; readonly controls: readonly Control[] }[]
  readonly sections: readonly Section[]
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

const ESSENTIAL_GROUPS = ['sender', 'receiver', 'goods', 'pickup'] as const
const OFFERS_NONE: readonly FieldName[] = ['charges', 'documents', 'seal_numbers']

/** What the form shows: the eight required fields first, then everything else, by part. */
export function formParts(choice: Choice): FormParts {
  const editable = fieldNames.filter(choice.isEditable)
  const isEssential = (field: FieldName): boolean => field in requiredFields
  return {
    essentials: ESSENTIAL_GROUPS.map((group) => ({
      title: groupLabels[choice.language][group],
      controls: controls(
        editable.filter((field) => isEssential(field) && fieldsIn(group).includes(field)),
        choice,
      ),
    })).filter(({ controls }) => controls.length > 0),
    sections: fieldGroups
      .map((group) => ({
        group,
        fields: editable.filter((field) => !isEssential(field) && fieldsIn(group).includes(field)),
      }))
      .filter(({ fields }) => fields.length > 0)
      .map(({ group, fields }) => section(group, fields, choice)),
  }
}

function section(group: FieldGroup, fields: readonly FieldName[], choice: Choice): Section {
  const { language, form, before, extended, reads = {} } = choice
  const { fields: said } = formTexts[language]
  const filled = fields.filter((field) => isFilled(field, form, before))
  const hint = nameIn({ shipper: said.shipper, pickup: said.samePlace, delivery: said.samePlace }, group)
  const isRows = (field: FieldName): boolean => fieldKind(field).kind === 'rows'
  const isFaulty = Object.keys(form.faults).some((name) => fields.some((field) => isOf(field, name)))
  return {
    group,
    title: groupLabels[language][group],
    ...(hint !== undefined && { hint }),
    isOpen:
      filled.length > 0 || isFaulty || fields.some((field) => field === extended || reads[field]?.doubt),
    filled: filled.length,
    controls: controls(
      fields.filter((field) => !isRows(field)),
      choice,
    ),
    lists: fields.filter(isRows).map((field) => rowsView(field, choice)),
    nones: fields
      .filter((field) => OFFERS_NONE.includes(field) || typedAs(form.values, noneOf(field)) === 'true')
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

function isFilled(field: FieldName, { values }: FormState, before: FieldChanges): boolean {
  const hasLines = fieldKind(field).kind === 'rows' && linesView(field, values, before, false).total > 0
  return hasLines || Object.entries(values).some(([name, value]) => value !== '' && isOf(field, name))
}

/** Whether a control belongs to a field: it is the field's own, or one of its parts. */
export function isOf(field: FieldName, name: string): boolean {
  return name === field || name.startsWith(`${field}/`)
}
