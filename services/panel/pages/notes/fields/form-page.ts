import { placeLabel } from '@ecmr/contract'
import type { FieldChanges, FieldName } from '@ecmr/domain'
import type { FastifyRequest } from 'fastify'
import { rowFields } from '../../../forms/field-kinds.js'
import { type FormState, type FormValues, typedAs, valuesOf } from '../../../forms/form.js'
import { countryNames, currencyNames } from '../../../forms/named-codes.js'
import { withoutBlankRows } from '../../../forms/note-fields.js'
import { lengthOf, sentPortion } from '../../../forms/portions.js'
import { signedIn } from '../../../panel-server.js'
import { PageProblem } from '../../../problems/page-problem.js'
import type { PaperReads } from '../paper/paper.js'
import { registerTexts } from '../../registers/texts.js'
import { formTexts } from '../shared/form-texts.js'
import { formSections, type Section } from './sections.js'

// A note with every list as long as it may be has fewer.
const MOST_FIELDS = 2_500

/**
 * What a note's form was sent with.
 *
 * @throws PageProblem when it holds more fields than any note has
 */
export function sentNote(request: FastifyRequest): FormValues {
  const { body } = request
  if (typeof body === 'object' && body !== null && Object.keys(body).length > MOST_FIELDS)
    throw new PageProblem('too_large')
  return valuesOf(request)
}

/**
 * What a note's form was sent with, the lines of its lists numbered as in the note that they belong to.
 *
 * @param before the fields of the note that the form was made of
 * @throws PageProblem when the form stands for lines that the note does not have
 */
export function numbered(values: FormValues, before: FieldChanges): FormValues {
  return withoutBlankRows(values, (list) => sentPortion(values, list, lengthOf(before, list)).from)
}

/** The list that a user without scripts wants to add a line to. */
export function extendedList(values: FormValues): FieldName | undefined {
  return rowFields.find((list) => typedAs(values, 'do') === `add:${list}`)
}

/** What both the form for a new note and the one for changing one show. */
export function formPage(choice: {
  readonly request: FastifyRequest
  readonly form: FormState
  /** the fields of the note that the form is made of */
  readonly before: FieldChanges
  readonly isEditable: (field: FieldName) => boolean
  readonly extended?: FieldName
  readonly hints?: Readonly<Record<string, string>>
  readonly reads?: PaperReads
}) {
  const { request, form } = choice
  const { language } = request.visitor
  const sections = formSections({ ...choice, language })
  const faulty = inOrderOf(sections, Object.keys(form.faults))
  return {
    section: 'notes',
    t: formTexts[language],
    form,
    labels: Object.fromEntries(faulty.map((name) => [name, placeLabel(name, language)])),
    sections,
    /** whose draft the browser keeps, and whether the form is as it was opened */
    draft: { of: draftOf(request), isFresh: request.method === 'GET' },
    names: { countries: countryNames(language), currencies: currencyNames(language) },
    suggestions: registerTexts[language].suggestions,
    scripts: ['note-form.js', 'form-index.js', 'note-draft.js', 'suggestions.js'],
    styles: ['note-forms.css'],
  }
}

/** Test data and real ones do not mix, nor do those of two companies of one user. */
function draftOf(request: FastifyRequest): string {
  const { user, company } = signedIn(request)
  return `${user.id} ${company.id}`
}

/** Names of controls from top to bottom; those of lists by their rows. */
function inOrderOf(sections: readonly Section[], names: readonly string[]): readonly string[] {
  const blocks = sections.flatMap(({ shown, more }) => (more ? [shown, more] : [shown]))
  const fields = blocks.flatMap(({ controls, lists }) => [
    ...controls.map(({ name }) => name),
    ...lists.map(({ list }) => list),
  ])
  const placeOf = (name: string): readonly [number, number] => {
    const [field = '', row = ''] = name.split('/')
    return [fields.indexOf(field), Number(row)]
  }
  return names.toSorted((one, other) => {
    const [field, row] = placeOf(one)
    const [otherField, otherRow] = placeOf(other)
    return field - otherField || row - otherRow
  })
}
