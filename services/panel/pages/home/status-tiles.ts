import type { Language } from '@ecmr/contract'
import { type Status, statuses, statusLabel } from '@ecmr/domain'
import type { StatusCounts } from '@ecmr/read-models'
import { formatsFor } from '../../texts/formats.js'
import { type ListValues, listAddress } from '../notes/list/question.js'

const WIDTH = 1_000
const GAP = 4
/** what there is at all is seen */
const LEAST = 8

/** One status: how many notes stand there, and its part of the bar, unless there are none. */
export interface StatusTile {
  readonly status: Status
  readonly label: string
  readonly count: number
  readonly href: string
  readonly part: { readonly x: number; readonly width: number } | undefined
}

/** A company's notes by status: a tile for each, and a bar in which each has its share. */
export interface StatusTiles {
  readonly tiles: readonly StatusTile[]
  readonly width: number
  /** the bar in words */
  readonly description: string
}

/** @param when the instant that the counts are of, as addresses of the list have it */
export function statusTiles(
  { byStatus, total }: StatusCounts,
  language: Language,
  when: Pick<ListValues, 'en'>,
): StatusTiles {
  const { number } = formatsFor(language, 'UTC')
  const present = statuses.filter((status) => byStatus[status] > 0)
  const room = WIDTH - GAP * Math.max(present.length - 1, 0) - LEAST * present.length
  let x = 0
  const tiles = statuses.map((status) => {
    const count = byStatus[status]
    const part = { x, width: Math.round(LEAST + (count / Math.max(total, 1)) * room) }
    if (count > 0) x += part.width + GAP
    return {
      status,
      label: statusLabel(status, language),
      count,
      href: listAddress('/ecmrs', { status, ...when }),
      part: count > 0 ? part : undefined,
    }
  })
  const description = tiles.map(({ label, count }) => `${label}: ${number(count)}`).join('; ')
  return { tiles, width: WIDTH, description }
}
