import type { BoxCaption } from './box-caption.js'
import type { CmrBox } from './cmr-captions.js'
import { captionHeight } from './form-rules.js'

type Pair = readonly [one: number, other: number]

const pairs = (text: string): readonly Pair[] =>
  text.split(' ').map((pair): Pair => {
    const [one, other] = pair.split('-').map(Number)
    return [one ?? 0, other ?? 0]
  })
const each = (ones: readonly number[], others: readonly number[]): readonly Pair[] =>
  ones.flatMap((one) => others.map((other): Pair => [one, other]))

const columns = [6, 7, 8, 9, 10, 11, 12]

/** What stands above what on every variant of the form that we know of. */
const above: readonly Pair[] = [
  ...pairs('1-2 2-3 3-5 4-5 1-3 1-5 16-17 17-18'),
  ...each([1, 2, 3, 4, 5, 16, 17, 18], columns),
  ...each(columns, [13, 14, 15, 19, 20, 21, 22, 23, 24]),
  ...each([13, 14, 15, 19, 20, 21], [22, 23, 24]),
  ...pairs('13-21'),
]

/** What stands left of what. */
const leftOf = pairs(
  '1-16 2-17 3-18 1-17 2-16 6-7 7-8 8-9 9-10 9-11 10-11 11-12 9-12 13-19 13-20 22-23 23-24 22-24',
)

/** What stands nowhere higher than the first: the print at the head of the form names carriers too. */
const notHigher: readonly Pair[] = [[1, 16]]
const CLEARLY = 3

/** A caption at the wrong place loses to any other; this is how much each neighbour at the right place says. */
const EACH_NEIGHBOUR = 3
/** So much evidence outweighs neighbours at the wrong side. */
const SURE = 25

/** The caption of each box: where several words could be it, the one that is at its place among the others. */
export function placedCaptions(candidates: readonly BoxCaption[]): readonly BoxCaption[] {
  let chosen = bestOfEach(candidates, ({ evidence }) => evidence)
  for (let round = 0; round < 3; round++) {
    const others = chosen
    chosen = bestOfEach(
      candidates,
      (candidate) => candidate.evidence + EACH_NEIGHBOUR * agreement(candidate, others),
    )
  }
  return chosen.filter((caption) => caption.evidence > SURE || !contradicts(caption, chosen))
}

function bestOfEach(
  candidates: readonly BoxCaption[],
  worth: (candidate: BoxCaption) => number,
): readonly BoxCaption[] {
  const best = new Map<CmrBox, BoxCaption>()
  for (const candidate of candidates) {
    const before = best.get(candidate.box)
    if (before === undefined || worth(candidate) > worth(before)) best.set(candidate.box, candidate)
  }
  return [...best.values()]
}

/** Whether several others stand where they cannot be, if this is the caption; or one that speaks for itself. */
function contradicts(caption: BoxCaption, others: readonly BoxCaption[]): boolean {
  const wrong = others.filter((other) => other.box !== caption.box && agreement(caption, [other]) < 0)
  return wrong.length > 1 || wrong.some(({ evidence }) => evidence > caption.evidence)
}

/** How many others are where they should be, seen from here, less those that are not. */
function agreement(caption: BoxCaption, others: readonly BoxCaption[]): number {
  return others.reduce((sum, other) => {
    if (other.box === caption.box) return sum
    return (
      sum +
      inOrder(above, caption, other, ({ y }) => y) +
      inOrder(leftOf, caption, other, ({ x }) => x) -
      (isHigher(caption, other) || isHigher(other, caption) ? 1 : 0)
    )
  }, 0)
}

const isHigher = (one: BoxCaption, other: BoxCaption): boolean =>
  notHigher.some(([first, second]) => first === other.box && second === one.box) &&
  other.area.y - one.area.y > CLEARLY * captionHeight(other.captions.flatMap(({ words }) => words))

function inOrder(
  pairs: readonly Pair[],
  one: BoxCaption,
  other: BoxCaption,
  along: (area: BoxCaption['area']) => number,
): number {
  const pair = pairs.find(([first, second]) =>
    first === one.box ? second === other.box : first === other.box && second === one.box,
  )
  if (pair === undefined) return 0
  const [first, second] = pair[0] === one.box ? [one, other] : [other, one]
  return along(first.area) < along(second.area) ? 1 : -1
}
