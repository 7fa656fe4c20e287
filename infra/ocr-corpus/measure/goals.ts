import type { Layout, Quality } from '../corpus.js'
import { type PageResult, precision, recall, sureAndWrongShare, type Tally, tally } from './score.js'

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
export const printedGoal = ({ text, met }: GoalLine): string =>
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
