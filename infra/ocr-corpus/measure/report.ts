import { fieldNames } from '@ecmr/domain'
import { median, percentile } from '../../bench/harness/numbers.js'
import { tableOf } from '../../harness/table.js'
import { type Quality, qualities } from '../corpus.js'
import { languages } from '../drawn-page.js'
import { type Layout, layouts } from '../layouts/families.js'
import {
  type Judged,
  type PageResult,
  precision,
  type Reading,
  recall,
  sureAndWrongShare,
  type Tally,
  tally,
} from './score.js'

/** A part of one with three digits; nothing when there is none. */
export const part = (value: number): string => (Number.isNaN(value) ? '–' : value.toFixed(3))

/** A part of one as a percentage; nothing when there is none. */
export const percentage = (value: number): string =>
  Number.isNaN(value) ? '–' : `${(value * 100).toFixed(1)} %`

/** Something to be reached, and whether it is; `met` is absent when no such page was read. */
interface GoalLine {
  readonly text: string
  readonly met?: boolean
}

interface Goal {
  readonly what: string
  readonly layout?: Layout
  readonly quality?: Quality
  readonly precision?: number
  readonly recall?: number
}

// The share of wrong values that are not marked for review must be below this.
const SURE_AND_WRONG_BELOW = 0.02

const GOALS: readonly Goal[] = [
  { what: 'clean CMR forms', layout: 'cmr', quality: 'clean', precision: 0.97, recall: 0.9 },
  { what: 'photographed CMR forms', layout: 'cmr', quality: 'photographed', precision: 0.9, recall: 0.7 },
  { what: 'all pages' },
]

/** The goals line by line. */
export function goalLines(results: readonly PageResult[]): readonly GoalLine[] {
  return GOALS.flatMap((goal) => {
    const chosen = results.filter(
      ({ page }) =>
        page.layout === (goal.layout ?? page.layout) && page.quality === (goal.quality ?? page.quality),
    )
    if (chosen.length === 0) return [{ text: `${goal.what}: none was read` }]
    return linesFor(goal, tally(chosen.flatMap(({ judged }) => judged)))
  })
}

/** One line of print. */
const printedGoal = ({ text, met }: GoalLine): string =>
  `${(met === undefined ? 'not measured' : met ? 'met' : 'MISSED').padEnd(12)} ${text}`

function linesFor(goal: Goal, of: Tally): readonly GoalLine[] {
  const sure = sureAndWrongShare(of)
  return [
    ...(goal.precision === undefined ? [] : [atLeast(goal.what, 'precision', precision(of), goal.precision)]),
    ...(goal.recall === undefined ? [] : [atLeast(goal.what, 'recall', recall(of), goal.recall)]),
    {
      text: `${goal.what}: sure and wrong ${percentage(sure)} of the values given, goal < ${percentage(SURE_AND_WRONG_BELOW)}`,
      // Of no value none is wrong.
      met: of.given === 0 || sure < SURE_AND_WRONG_BELOW,
    },
  ]
}

const atLeast = (what: string, measure: string, value: number, goal: number): GoalLine => ({
  text: `${what}: ${measure} ${part(value)}, goal ≥ ${goal.toFixed(2)}`,
  met: value >= goal,
})

/** Every value that was read wrongly, invented or missed, page by page. The particulars are made up, so they may be printed. */
export function faultLines(results: readonly PageResult[]): readonly string[] {
  return results.flatMap(({ page, judged, refused }) => {
    const why = refused === undefined ? [] : [`  not read: ${refused}`]
    const faults = [...why, ...judged.flatMap(faultLine)]
    return faults.length === 0 ? [] : [page.id, ...faults]
  })
}

function faultLine(field: Judged): readonly string[] {
  switch (field.verdict) {
    case 'right':
      return []
    case 'wrong':
      return [`  wrong     ${field.name}: printed ${shown(field.printed)}, ${read(field.reading)}`]
    case 'invented':
      return [`  invented  ${field.name}: ${read(field.reading)}`]
    case 'missed':
      return [`  missed    ${field.name}: printed ${shown(field.printed)}`]
    default:
      return field satisfies never
  }
}

function read({ value, confidence, needs_review, source_text }: Reading): string {
  const sure = needs_review ? 'to review' : 'SURE'
  return `read ${shown(value)}, ${sure} (${confidence.toFixed(2)}), from ${shown(source_text)}`
}

const shown = (value: unknown): string => JSON.stringify(value)

const COUNTS = 'fields|given|right|precision|recall|wrong|sure+wrong|of given|to review'.split('|')
const PAGES = ['pages', ...COUNTS, 's median', 's p95']

/** Layout by layout and, within it, by another thing; a last row for all together when it is wanted. */
function layoutTable<Kind extends string>(
  results: readonly PageResult[],
  [by, kinds]: readonly ['quality' | 'language', readonly Kind[]],
  ofAll: readonly (readonly string[])[] = [],
): string {
  const rows = layouts.flatMap((layout) =>
    kinds.flatMap((kind) =>
      pagesRow(
        [layout, kind],
        results.filter(({ page }) => page.layout === layout && page[by] === kind),
      ),
    ),
  )
  return tableOf(['layout', by, ...PAGES], [...rows, ...ofAll], 2)
}

/** Field by field, in the order of a printed note. */
function fieldTable(results: readonly PageResult[]): string {
  const judged = results.flatMap((result) => result.judged)
  const rows = fieldNames.flatMap((name) => {
    const fields = judged.filter((field) => field.name === name)
    return fields.length === 0 ? [] : [[name, ...counts(tally(fields))]]
  })
  return tableOf(['field', ...COUNTS], rows, 1)
}

function pagesRow(kind: readonly string[], results: readonly PageResult[]): readonly (readonly string[])[] {
  if (results.length === 0) return []
  const seconds = results.map((result) => result.seconds)
  const times = [median(seconds).toFixed(2), percentile(seconds, 0.95).toFixed(2)]
  return [
    [...kind, String(results.length), ...counts(tally(results.flatMap(({ judged }) => judged))), ...times],
  ]
}

function counts(of: Tally): readonly string[] {
  return [
    ...[of.printed, of.given, of.right].map(String),
    part(precision(of)),
    part(recall(of)),
    ...[of.wrong, of.sureAndWrong].map(String),
    percentage(sureAndWrongShare(of)),
    String(of.toReview),
  ]
}

const LEGEND = `precision   of the values given, the share that is right
recall      of the fields printed, the share that was read right
sure+wrong  wrong values that are not marked for review, and their share of the values given
to review   values given that are marked for review`

/** All that is printed of a measurement, as paragraphs. */
export function report(results: readonly PageResult[], withFaults: boolean): readonly string[] {
  const refused = results.filter((result) => result.refused !== undefined)
  return [
    ...(withFaults ? [faultLines(results).join('\n')] : []),
    layoutTable(results, ['quality', qualities], pagesRow(['all', ''], results)),
    layoutTable(results, ['language', languages]),
    fieldTable(results),
    LEGEND,
    ...(refused.length > 0 ? [`Not read at all: ${refused.map(({ page }) => page.id).join(', ')}`] : []),
    goalLines(results).map(printedGoal).join('\n'),
  ].filter((paragraph) => paragraph !== '')
}

/** Whether no goal is missed. */
export const allMet = (results: readonly PageResult[]): boolean =>
  goalLines(results).every(({ met }) => met !== false)
