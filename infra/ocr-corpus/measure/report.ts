import { fieldNames } from '@ecmr/domain'
import { median, percentile } from '../../bench/harness/numbers.js'
import { tableOf } from '../../harness/table.js'
import { languages, layouts, qualities } from '../corpus.js'
import { goalLines, part, percentage, printedGoal } from './goals.js'
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

const COUNTS = [
  'fields',
  'given',
  'right',
  'precision',
  'recall',
  'wrong',
  'sure+wrong',
  'of given',
  'to review',
]
const PAGES = ['pages', ...COUNTS, 's median', 's p95']

/** Layout by layout and quality by quality, and all together. */
function qualityTable(results: readonly PageResult[]): string {
  const rows = layouts.flatMap((layout) =>
    qualities.map((quality) =>
      pagesRow(
        [layout, quality],
        results.filter(({ page }) => page.layout === layout && page.quality === quality),
      ),
    ),
  )
  return tableOf(['layout', 'quality', ...PAGES], [...rows.flat(), ...pagesRow(['all', ''], results)], 2)
}

/** Layout by layout and language by language. */
function languageTable(results: readonly PageResult[]): string {
  const rows = layouts.flatMap((layout) =>
    languages.map((language) =>
      pagesRow(
        [layout, language],
        results.filter(({ page }) => page.layout === layout && page.language === language),
      ),
    ),
  )
  return tableOf(['layout', 'language', ...PAGES], rows.flat(), 2)
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
    qualityTable(results),
    languageTable(results),
    fieldTable(results),
    LEGEND,
    ...(refused.length > 0 ? [`Not read at all: ${refused.map(({ page }) => page.id).join(', ')}`] : []),
    goalLines(results).map(printedGoal).join('\n'),
  ].filter((paragraph) => paragraph !== '')
}

/** Whether no goal is missed. */
export const allMet = (results: readonly PageResult[]): boolean =>
  goalLines(results).every(({ met }) => met !== false)
