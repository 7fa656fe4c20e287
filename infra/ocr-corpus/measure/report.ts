import { faultLines } from './faults.js'
import { goalLines, printedGoal } from './goals.js'
import type { PageResult } from './page-result.js'
import { fieldTable, languageTable, qualityTable } from './tables.js'

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
