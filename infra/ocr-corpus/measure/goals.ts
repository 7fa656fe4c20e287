import type { Quality } from '../corpus.js'
import { type Family, familyOf, isNote, type PaperKind } from '../layouts/families.js'
import {
  calibration,
  type Judged,
  type PageResult,
  precision,
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
export interface GoalLine {
  readonly text: string
  readonly met?: boolean
}

interface Goal {
  readonly what: string
  readonly isAbout: (family: Family) => boolean
  readonly quality?: Quality
  readonly precision?: number
  readonly recall?: number
}

const isHeldOut = (family: Family): boolean => family.split === 'held-out' && isNote(family)
const isCmr = ({ kind }: Family): boolean => kind === 'cmr'

const GOALS: readonly Goal[] = [
  { what: 'held-out families, clean', isAbout: isHeldOut, quality: 'clean', precision: 0.96, recall: 0.88 },
  {
    what: 'held-out families, photographed',
    isAbout: isHeldOut,
    quality: 'photographed',
    precision: 0.93,
    recall: 0.75,
  },
  { what: 'CMR forms, clean', isAbout: isCmr, quality: 'clean', precision: 0.97, recall: 0.92 },
  { what: 'CMR forms, photographed', isAbout: isCmr, quality: 'photographed', precision: 0.93, recall: 0.9 },
]

// Of the values given, fewer than these are wrong and not marked; of those with confidence over 0.9 at least so many are right.
const SURE_AND_WRONG_BELOW = 0.015
const CALIBRATED_FROM = 0.97

/** The goals line by line. */
export function goalLines(results: readonly PageResult[]): readonly GoalLine[] {
  const lines = GOALS.flatMap((goal) => {
    const chosen = results.filter(
      ({ page }) => goal.isAbout(familyOf(page.layout)) && page.quality === (goal.quality ?? page.quality),
    )
    if (chosen.length === 0) return [{ text: `${goal.what}: none was read` }]
    return linesFor(goal, tallyOf(chosen))
  })
  return [...lines, ...trustLines(tallyOf(results.filter(isOfNote))), ...kindLines(results)]
}

const tallyOf = (results: readonly PageResult[]): Tally => tally(results.flatMap(({ judged }) => judged))
const isOfNote = ({ page }: PageResult): boolean => isNote(familyOf(page.layout))

function trustLines(of: Tally): readonly GoalLine[] {
  const sure = sureAndWrongShare(of)
  const right = calibration(of)
  return [
    {
      text: `all notes: sure and wrong ${percentage(sure)} of the values given, goal < ${percentage(SURE_AND_WRONG_BELOW)}`,
      // Of no value none is wrong.
      met: of.given === 0 || sure < SURE_AND_WRONG_BELOW,
    },
    {
      text: `all notes: of values with confidence over 0.9 right ${percentage(right)}, goal ≥ ${percentage(CALIBRATED_FROM)}`,
      met: of.confident === 0 || right >= CALIBRATED_FROM,
    },
  ]
}

/** Papers that are no notes: called by their kind, and no value unmarked. */
function kindLines(results: readonly PageResult[]): readonly GoalLine[] {
  const others = results.filter((result) => !isOfNote(result))
  if (others.length === 0) return [{ text: 'papers that are no notes: none was read' }]
  const told = others.filter(isToldRightly).length
  const unmarked = others.flatMap(({ judged }) => judged).filter(isUnmarked).length
  return [
    {
      text: `papers that are no notes: ${told} of ${others.length} called by their kind`,
      met: told === others.length,
    },
    { text: `papers that are no notes: ${unmarked} values unmarked, goal 0`, met: unmarked === 0 },
  ]
}

const isUnmarked = (field: Judged): boolean => field.verdict !== 'missed' && !field.reading.needs_review

/** The names that a reader may give a paper of each kind. */
const names: Readonly<Record<PaperKind, readonly string[]>> = {
  cmr: ['cmr'],
  delivery_note: ['delivery_note'],
  consignment_note: ['cmr', 'delivery_note'],
  invoice: ['invoice'],
  order: ['order'],
  letter: ['letter', 'other'],
  menu: ['other'],
  blank: ['blank', 'other', 'unknown'],
}

/** Whether a paper was called by its kind. */
export const isToldRightly = ({ page, documentType = '' }: PageResult): boolean =>
  names[familyOf(page.layout).kind].includes(documentType)

function linesFor(goal: Goal, of: Tally): readonly GoalLine[] {
  return [
    ...(goal.precision === undefined ? [] : [atLeast(goal.what, 'precision', precision(of), goal.precision)]),
    ...(goal.recall === undefined ? [] : [atLeast(goal.what, 'recall', recall(of), goal.recall)]),
  ]
}

const atLeast = (what: string, measure: string, value: number, goal: number): GoalLine => ({
  text: `${what}: ${measure} ${part(value)}, goal ≥ ${goal.toFixed(2)}`,
  met: value >= goal,
})

/** Whether no goal is missed. */
export const allMet = (results: readonly PageResult[]): boolean =>
  goalLines(results).every(({ met }) => met !== false)
