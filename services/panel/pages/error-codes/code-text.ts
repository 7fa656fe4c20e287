import type { ProblemView } from '@ecmr/contract'

type Pair = readonly [es: string, en: string]

/** What the page of a code says, in Spanish and English. */
export interface CodeText {
  /** in Spanish; in English it is the title that answers carry */
  readonly title: string
  readonly why: Pair
  readonly remedy: Pair
  /** what an answer says this time */
  readonly detail: string
  /** seconds, where repeating the same request makes sense */
  readonly retryAfter?: number
  /** members of an answer besides those that all have */
  readonly more?: Pick<ProblemView, 'errors' | 'allowed_transitions' | 'closable_from'>
}
