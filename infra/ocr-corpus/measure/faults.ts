import type { PageResult } from './page-result.js'
import type { Judged, Reading } from './score.js'

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
