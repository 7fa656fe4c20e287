import { once } from 'node:events'

/** What a side waits for: to begin a row, or to measure another round of it. */
export interface Waiting {
  /** which of the chosen rows, from 0 */
  readonly row: number
  readonly round: number
}

export type Turn = 'go' | 'skip'

const place = { row: -1, round: 0 }

/** Waits until this process may measure another round; at once, unless two checkouts are compared. */
export async function nextTurn(): Promise<void> {
  place.round++
  await turn()
}

/** Waits until this process may begin its next row. @returns whether it is left out */
export async function nextRow(): Promise<Turn> {
  place.row++
  place.round = 0
  return turn()
}

async function turn(): Promise<Turn> {
  if (!process.send) return 'go'
  const given = once(process, 'message')
  process.send({ waiting: place })
  const [answer] = await given
  return answer
}

/**
 * Which side measures next when both wait: the one that is behind, so that both meet the same load of the machine; of two that
 * are equally far each goes first in every other round.
 */
export function sideToMeasure(before: Waiting, after: Waiting): 'before' | 'after' {
  if (before.row !== after.row) return before.row < after.row ? 'before' : 'after'
  if (before.round !== after.round) return before.round < after.round ? 'before' : 'after'
  return before.round % 2 === 0 ? 'before' : 'after'
}
