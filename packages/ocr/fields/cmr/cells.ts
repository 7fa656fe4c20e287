import type { Box, RecognisedPage } from '../../page/recognised-page.js'
import type { BoxCaption, OtherBox } from './box-caption.js'
import type { CmrBox } from './cmr-captions.js'
import {
  bottomOf,
  captionHeight,
  type FormRules,
  levelsAlong,
  middleOf,
  rightOf,
  uprightsAt,
} from './form-rules.js'

/** The part of the form that belongs to a box. */
export interface Cell {
  readonly caption: BoxCaption
  readonly area: Box
  /** 0 to 1: how sure its edges are */
  readonly certainty: number
  /** whether a printed line ends it on the right, where otherwise texts may go on */
  readonly isRuled: boolean
}

const columns: readonly CmrBox[] = [6, 7, 8, 9, 10, 11, 12]
const belowColumns: readonly CmrBox[] = [13, 14, 15, 19, 20, 21, 22, 23, 24]
const leftHalf: readonly CmrBox[] = [1, 2, 3, 4, 5, 13, 14]
/** Where a printed line may part the place from the day. */
const parted: readonly CmrBox[] = [21]
const rightHalf: readonly CmrBox[] = [16, 17, 18, 19, 20, 15]

/** What can stand directly below a box; the others: anything. */
const below: Readonly<Partial<Record<CmrBox, readonly CmrBox[]>>> = {
  1: [2],
  2: [3],
  3: [4],
  4: [5],
  5: columns,
  16: [17],
  17: [18],
  18: columns,
}

/** When what must stand below was not found, and no printed line ends the box. */
const LOOSE = 0.55
/** When only other captions say where the box ends on the right. */
const WITHOUT_RULES = 0.97

/** The cell of each caption: between printed lines where there are some, and never reaching another box's caption. */
export function cellsOf(
  page: Pick<RecognisedPage, 'width' | 'height'>,
  captions: readonly BoxCaption[],
  rules: FormRules,
  others: readonly OtherBox[],
): readonly Cell[] {
  return captions.map((caption) => {
    const cell = cellOf(caption, page, captions, rules)
    return columns.includes(caption.box) ? cell : endedBy(cell, others)
  })
}

/** A cell that reaches no further than the next box that has a number but none of the 24 captions. */
function endedBy(cell: Cell, others: readonly OtherBox[]): Cell {
  const { area, caption } = cell
  const tops = others
    .filter(
      (other) =>
        other.area.y > bottomOf(caption.area) && other.area.x < rightOf(area) && rightOf(other.area) > area.x,
    )
    .map((other) => other.area.y)
  const end = Math.min(bottomOf(area), ...tops)
  return end < bottomOf(area) ? { ...cell, area: { ...area, height: end - area.y } } : cell
}

function cellOf(
  caption: BoxCaption,
  page: Pick<RecognisedPage, 'width' | 'height'>,
  captions: readonly BoxCaption[],
  rules: FormRules,
): Cell {
  const { area } = caption
  const height = captionHeight(caption.captions.flatMap(({ words }) => words))
  const uprights = uprightsAt(rules, middleOf(area))
  const left = Math.max(
    ...uprights.filter((x) => x <= area.x + 0.5 * height && x > area.x - 12 * height),
    leftWithoutRules(caption, captions, height),
  )
  const ruledRight = parted.includes(caption.box)
    ? Infinity
    : Math.min(...uprights.filter((x) => x > area.x + Math.min(2 * height, area.width)), Infinity)
  const neighbourRight = rightNeighbour(caption, captions, height)
  const right = Math.min(ruledRight, neighbourRight - 0.3 * height, page.width)
  const end = lowerEnd(caption, { left, right }, page, captions, rules, height)
  return {
    caption,
    area: { x: left, y: area.y - 0.3 * height, width: right - left, height: end.y - area.y + 0.3 * height },
    isRuled: ruledRight <= right,
    certainty: end.certainty * (ruledRight < Infinity ? 1 : WITHOUT_RULES),
  }
}

/** Captions on the left of the form begin below each other, also where the beginning of one was not read. */
function leftWithoutRules(caption: BoxCaption, captions: readonly BoxCaption[], height: number): number {
  const { x } = caption.area
  if (hasNeighbourOnTheLeft(caption, captions, height)) return x - 0.8 * height
  const column = leftHalf.includes(caption.box)
    ? captions.filter(({ box, area }) => leftHalf.includes(box) && area.x > x - MOST_UNREAD * height)
    : []
  return Math.min(x - NUMBER_UNREAD * height, ...column.map(({ area }) => area.x - 0.8 * height))
}

/** How much of the beginning of a caption may be unread, in heights of its letters. */
const MOST_UNREAD = 16

/** Room for the number of a box that was not read, in heights of the caption's letters. */
const NUMBER_UNREAD = 3.5

const hasNeighbourOnTheLeft = (
  caption: BoxCaption,
  captions: readonly BoxCaption[],
  height: number,
): boolean =>
  captions.some(
    ({ area }) =>
      rightOf(area) < caption.area.x + height &&
      Math.abs(middleOf(area) - middleOf(caption.area)) < 6 * height,
  )

/** Where the captions to the right begin: those of the same row, or of the other half of the form. */
function rightNeighbour(caption: BoxCaption, captions: readonly BoxCaption[], height: number): number {
  const beside = captions.filter(
    ({ box, area }) =>
      area.x > caption.area.x + 2 * height &&
      ((Math.abs(middleOf(area) - middleOf(caption.area)) < 3 * height &&
        area.x >= rightOf(caption.area) - height) ||
        (leftHalf.includes(caption.box) &&
          rightHalf.includes(box) &&
          area.x > rightOf(caption.area) - height)),
  )
  return Math.min(Infinity, ...beside.map(({ area }) => area.x))
}

function lowerEnd(
  { box, area }: BoxCaption,
  { left, right }: { readonly left: number; readonly right: number },
  page: Pick<RecognisedPage, 'height'>,
  captions: readonly BoxCaption[],
  rules: FormRules,
  height: number,
): { readonly y: number; readonly certainty: number } {
  const next = captions
    .filter(
      (other) =>
        other.box !== box &&
        other.area.y > bottomOf(area) - 0.3 * height &&
        (columns.includes(box)
          ? belowColumns.includes(other.box)
          : Math.min(right, rightOf(other.area)) - Math.max(left, other.area.x) > height),
    )
    .toSorted((one, other) => one.area.y - other.area.y)[0]
  const levels = levelsAlong(rules, left, right).filter((y) => y > bottomOf(area) - 0.3 * height)
  const isExpected = next !== undefined && (below[box]?.includes(next.box) ?? true)
  if (isExpected) {
    const ruled = levels.findLast((y) => y < next.area.y + 0.4 * height)
    return {
      y: ruled !== undefined && ruled > next.area.y - 3 * height ? ruled : next.area.y - 0.2 * height,
      certainty: 1,
    }
  }
  const first = levels.find((y) => y > bottomOf(area) + 0.8 * height)
  const latest = next?.area.y ?? page.height
  return first !== undefined && first < latest
    ? { y: first, certainty: 0.95 }
    : { y: Math.min(latest - 0.2 * height, area.y + 14 * height), certainty: LOOSE }
}
