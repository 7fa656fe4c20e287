import type { Judged } from './score.js'

/** How many fields were read, and how. */
export interface Tally {
  /** stand on the paper */
  readonly printed: number
  /** a value was given for them */
  readonly given: number
  readonly right: number
  /** given, but not what is printed, or not printed at all */
  readonly wrong: number
  /** wrong, and not marked for review: the worst */
  readonly sureAndWrong: number
  /** given, and marked for review */
  readonly toReview: number
}

/** Counts. */
export function tally(judged: readonly Judged[]): Tally {
  const given = judged.flatMap((field) => (field.verdict === 'missed' ? [] : [field]))
  const wrong = given.filter(({ verdict }) => verdict !== 'right')
  return {
    printed: judged.filter(({ verdict }) => verdict !== 'invented').length,
    given: given.length,
    right: given.length - wrong.length,
    wrong: wrong.length,
    sureAndWrong: wrong.filter(({ reading }) => !reading.needs_review).length,
    toReview: given.filter(({ reading }) => reading.needs_review).length,
  }
}

/** Of the values given, the share that is right; NaN when none was given. */
export const precision = ({ right, given }: Tally): number => right / given

/** Of the fields printed, the share that was read right; NaN when none is printed. */
export const recall = ({ right, printed }: Tally): number => right / printed

/** Of the values given, the share that is wrong and not marked for review; NaN when none was given. */
export const sureAndWrongShare = ({ sureAndWrong, given }: Tally): number => sureAndWrong / given
