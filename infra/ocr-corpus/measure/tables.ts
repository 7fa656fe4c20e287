import { fieldNames } from '@ecmr/domain'
import { median, percentile } from '../../bench/harness/numbers.js'
import { tableOf } from '../../harness/table.js'
import { languages, layouts, qualities } from '../corpus-page.js'
import type { PageResult } from './page-result.js'
import { part, percentage } from './shares.js'
import { precision, recall, sureAndWrongShare, type Tally, tally } from './tally.js'

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
export function qualityTable(results: readonly PageResult[]): string {
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
export function languageTable(results: readonly PageResult[]): string {
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
export function fieldTable(results: readonly PageResult[]): string {
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
