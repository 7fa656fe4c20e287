import { fieldNames } from '@ecmr/domain'
import { median, percentile } from '../../bench/harness/numbers.js'
import { tableOf } from '../../harness/table.js'
import { qualities } from '../corpus.js'
import { languages } from '../drawn-page.js'
import { familyOf, layouts, paperKinds } from '../layouts/families.js'
import { type GoalLine, goalLines, isToldRightly, part, percentage } from './goals.js'
import {
  calibration,
  type GoodsLines,
  type Judged,
  type PageResult,
  precision,
  type Reading,
  recall,
  sureAndWrongShare,
  type Tally,
  tally,
} from './score.js'
import { wordTable } from './words-read.js'

/** One line of print. */
const printedGoal = ({ text, met }: GoalLine): string =>
  `${(met === undefined ? 'not measured' : met ? 'met' : 'MISSED').padEnd(12)} ${text}`

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

const COUNTS = 'fields|given|right|precision|recall|wrong|sure+wrong|of given|to review|> 0.9|right'.split(
  '|',
)
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
    String(of.confident),
    percentage(calibration(of)),
  ]
}

const LEGEND = `precision   of the values given, the share that is right
recall      of the fields printed, the share that was read right
sure+wrong  wrong values that are not marked for review, and their share of the values given
to review   values given that are marked for review
> 0.9       values given with a confidence over 0.9, and the share of them that is right`

/** What papers were called, kind by kind. */
function kindTable(results: readonly PageResult[]): string {
  const rows = paperKinds.flatMap((kind) => {
    const ofKind = results.filter(({ page }) => familyOf(page.layout).kind === kind)
    if (ofKind.length === 0) return []
    const called = [...new Set(ofKind.map(({ documentType = 'not read' }) => documentType))].toSorted()
    const counts = called.map((name) => {
      const times = ofKind.filter(({ documentType = 'not read' }) => documentType === name).length
      return `${name} ${times}`
    })
    const stages = ofKind.flatMap((result) => (result.stages ? [sumOf(result.stages)] : []))
    const cpu = stages.length === 0 ? '–' : median(stages).toFixed(2)
    return [
      [kind, counts.join(', '), String(ofKind.length), String(ofKind.filter(isToldRightly).length), cpu],
    ]
  })
  return tableOf(['paper', 'called', 'pages', 'rightly', 's of CPU'], rows, 2)
}

/** How many lines of goods were read rightly, family by family. */
function goodsTable(results: readonly PageResult[]): string {
  const rows = layouts.flatMap((layout) => {
    const lines = results.flatMap((result) => (result.page.layout === layout ? (result.lines ?? []) : []))
    const count = (of: (each: GoodsLines) => number): number => lines.reduce((sum, each) => sum + of(each), 0)
    const [printed, given, right] = [
      count((each) => each.printed),
      count((each) => each.given),
      count((each) => each.right),
    ]
    if (printed + given === 0) return []
    return [[layout, ...[printed, given, right].map(String), part(right / given), part(right / printed)]]
  })
  return rows.length === 0
    ? ''
    : tableOf(['lines of goods', 'printed', 'given', 'right', 'precision', 'recall'], rows, 1)
}

const sumOf = (stages: Readonly<Record<string, number>>): number =>
  Object.values(stages).reduce((sum, seconds) => sum + seconds, 0)

/** Seconds of processor time of each stage, for each quality the median; those of all together last. */
function stageTable(results: readonly PageResult[]): string {
  const timed = results.flatMap(({ page, stages }) => (stages ? [{ page, stages }] : []))
  if (timed.length === 0) return 'The engine does not tell the processor time of its stages.'
  const stages = [...new Set(timed.flatMap((each) => Object.keys(each.stages)))]
  const rows = qualities.flatMap((quality) => {
    const pages = timed.filter(({ page }) => page.quality === quality)
    if (pages.length === 0) return []
    const times = stages.map((stage) => median(pages.map((each) => each.stages[stage] ?? 0)).toFixed(2))
    const all = median(pages.map((each) => sumOf(each.stages))).toFixed(2)
    return [[quality, String(pages.length), ...times, all]]
  })
  return tableOf(['s of CPU, median', 'pages', ...stages, 'all'], rows, 1)
}

/** All that is printed of a measurement, as paragraphs. */
export function report(
  results: readonly PageResult[],
  shown: { readonly faults: boolean; readonly profile: boolean },
): readonly string[] {
  const refused = results.filter((result) => result.refused !== undefined)
  return [
    ...(shown.faults ? [faultLines(results).join('\n')] : []),
    layoutTable(results, ['quality', qualities], pagesRow(['all', ''], results)),
    layoutTable(results, ['language', languages]),
    fieldTable(results),
    goodsTable(results),
    kindTable(results),
    wordTable(results),
    ...(shown.profile ? [stageTable(results)] : []),
    LEGEND,
    ...(refused.length > 0 ? [`Not read at all: ${refused.map(({ page }) => page.id).join(', ')}`] : []),
    goalLines(results).map(printedGoal).join('\n'),
  ].filter((paragraph) => paragraph !== '')
}
