import { ObjectDamaged } from './object-damaged.js'

/** More would add nothing, and take memory. */
const MOST_NAMED = 1_000

/** What is wrong with objects that were looked at. */
export interface Findings {
  /** objects whose bytes are not those that were put */
  readonly damaged: readonly { readonly key: string; readonly fault: string }[]
  /** what is no object, or not at its place */
  readonly misplaced: readonly string[]
  /** how many more there are than are named */
  readonly more: number
}

/** Collects what is wrong, naming as much as anybody reads. */
export function collectFindings() {
  const damaged: { readonly key: string; readonly fault: string }[] = []
  const misplaced: string[] = []
  let more = 0
  const add = <Finding>(list: Finding[], finding: Finding): void => {
    if (damaged.length + misplaced.length < MOST_NAMED) list.push(finding)
    else more++
  }
  return {
    misplaced: (name: string): void => add(misplaced, name),
    /** Takes the fault of one object; others are thrown. */
    damaged(error: unknown): void {
      if (!(error instanceof ObjectDamaged)) throw error
      add(damaged, { key: error.key, fault: error.fault })
    },
    found: (): Findings => ({ damaged, misplaced, more }),
  }
}
