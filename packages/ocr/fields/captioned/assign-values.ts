import type { TextLine } from '../../page/text-lines.js'
import { bestAssignment } from '../best-assignment.js'
import type { FoundField } from '../read-form.js'
import type { Hints } from '../values/index.js'
import { endsWithLegalForm } from '../values/party.js'
import { fieldsOfLabel, goesOn } from './fields-of-label.js'
import type { Meaning } from './known-labels.js'
import type { MarkedLabel, MarkedLine } from './mark-labels.js'
import { type MarkedPage, type ValueCandidate, valueCandidates } from './value-candidates.js'

/** A label of the page and what it can mean on this paper; `undefined`: a value stands there that is none of ours. */
export interface Caption {
  readonly of: MarkedLine
  readonly mark: MarkedLabel
  readonly means: Meaning | undefined
}

/** A label with a value that may be its own. */
interface Pairing extends ValueCandidate {
  readonly first: TextLine
  readonly fields: readonly FoundField[]
  /** how much speaks for it: the label's letters, the places of both, and whether the value is of the label's kind */
  readonly score: number
}

// What a label that is of no interest to us claims, whatever it is.
const ANYTHING = 0.75
// Below this nothing is said.
const LEAST = 0.3
// Where another one is as good but for so much, a person has to look.
const CLOSE = 0.05
const WHEN_CLOSE = 0.85

/** What the labels of a page say: each value belongs to one label only, the pairs chosen so that most speaks for all of them together. */
export function assignedValues(
  page: MarkedPage,
  captions: readonly Caption[],
  hints: Hints,
): { readonly fields: readonly FoundField[]; readonly used: ReadonlySet<TextLine> } {
  const all = captions.map((caption) => pairings(page, caption, hints))
  const lines = [...new Set(all.flatMap((options) => options.map(({ first }) => first)))]
  const columns = new Map(lines.map((line, at) => [line, at] as const))
  const scores = all.map((options) => {
    const row = new Array<number>(lines.length).fill(0)
    for (const { first, score } of options) row[columns.get(first) ?? 0] = score
    return row
  })
  const chosen = bestAssignment(scores)
  const used = new Set<TextLine>()
  const fields = all.flatMap((options, row) => {
    const column = chosen[row]
    const pairing = options.find(({ first }) => columns.get(first) === column)
    if (pairing === undefined || column === undefined) return []
    for (const line of pairing.lines) used.add(line)
    if (pairing.score < LEAST) return []
    const rivals = options.filter(
      (option) => option !== pairing && chosen.every((taken) => taken !== columns.get(option.first)),
    )
    const isClose = rivals.some(({ score }) => pairing.score - score < CLOSE)
    return isClose ? pairing.fields.map(lessSure) : pairing.fields
  })
  return { fields, used }
}

const lessSure = (field: FoundField): FoundField => ({ ...field, confidence: field.confidence * WHEN_CLOSE })

function pairings(page: MarkedPage, { of, mark, means }: Caption, hints: Hints): readonly Pairing[] {
  return valueCandidates(page, of, mark, (first) => means !== undefined && goesOn(means, first.text)).flatMap(
    (candidate) => {
      const [first] = candidate.lines
      if (first === undefined) return []
      const certainty = (mark.label?.certainty ?? 1) * (mark.hasColon ? 1 : 0.97)
      const caption = mark.words.map(({ text }) => text).join(' ')
      const { lines, evidence } = candidate
      const fields =
        means === undefined
          ? []
          : fieldsOfLabel({ means, caption, lines, certainty: certainty * placeCertainty(evidence), hints })
      const fit = means === undefined ? ANYTHING : fitOf(means, fields)
      if (MODE.test(caption) && means === 'carrier' && !namesCompany(fields)) return []
      return fit === 0 ? [] : [{ ...candidate, first, fields, score: certainty * evidence * fit }]
    },
  )
}

// "Transporte: pagado" names no carrier, and "Transport: Straße" neither.
const MODE = /^(?:transporte?|trasporto|haulage)\s?:?$/iu

const namesCompany = (fields: readonly FoundField[]): boolean =>
  fields.some(
    ({ name, value }) =>
      name === 'carrier_postal_code' ||
      (name === 'carrier_company_name' && typeof value === 'string' && endsWithLegalForm(value)),
  )

/** Where a value stands changes how sure it is only when it stands at an odd place. */
const placeCertainty = (evidence: number): number => Math.min(1, evidence + 0.15)

/** How well a value is of the kind that a label announces: an address has a town, a date is one. */
function fitOf(means: Meaning, fields: readonly FoundField[]): number {
  if (fields.length === 0) return 0
  const has = (member: string): boolean => fields.some(({ name }) => name.endsWith(member))
  switch (means) {
    case 'sender':
    case 'receiver':
    case 'carrier':
      return 0.5 + (has('_company_name') ? 0.2 : 0) + (has('_postal_code') || has('_city') ? 0.3 : 0)
    case 'pickup':
    case 'delivery':
      return has('_postal_code') ? 1 : has('_city') ? 0.85 : 0.6
    case 'goods':
    case 'instructions':
    case 'notes':
    case 'agreements':
    case 'marks':
    case 'issue_place':
      return 0.8
    default:
      return 1
  }
}
