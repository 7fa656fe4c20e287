import { bottom, right } from './line-runs.js'
import type { Box, Rule } from './recognised-page.js'
import type { TextLine } from './text-lines.js'

/** Lines that stand under each other, from top to bottom. */
export interface TextBlock {
  readonly lines: readonly TextLine[]
  readonly box: Box
}

// In heights of a line.
const NEAR = 0.9

/**
 * The paragraphs and columns that lines make: each line belongs to the nearest one above it, unless that is far away,
 * begins elsewhere, or a printed line runs between them.
 */
export function textBlocks(lines: readonly TextLine[], rules: readonly Rule[]): readonly TextBlock[] {
  const level = rules.filter(({ direction }) => direction === 'horizontal').map(({ box }) => box)
  const chains: TextLine[][] = []
  for (const line of lines.toSorted((a, b) => a.box.y - b.box.y)) {
    const above = chains
      .filter((chain) => follows(chain.at(-1), line, level))
      .toSorted((a, b) => bottom(boxOf(b)) - bottom(boxOf(a)))[0]
    if (above === undefined) chains.push([line])
    else above.push(line)
  }
  return chains.map((chain) => ({ lines: chain, box: boxOf(chain) }))
}

function follows(above: TextLine | undefined, line: TextLine, level: readonly Box[]): boolean {
  if (above === undefined) return false
  const height = Math.min(above.box.height, line.box.height)
  const gap = line.box.y - bottom(above.box)
  if (gap > NEAR * height || gap < -0.5 * height) return false
  const begins = Math.abs(line.box.x - above.box.x) < 1.5 * height
  const centred = Math.abs(middle(line.box) - middle(above.box)) < height
  return (begins || centred) && !level.some((rule) => runsBetween(rule, above.box, line.box))
}

function runsBetween(rule: Box, above: Box, below: Box): boolean {
  const down = rule.y + rule.height / 2
  const across = Math.min(right(above), right(below)) - Math.max(above.x, below.x)
  const shared = Math.min(right(rule), right(above), right(below)) - Math.max(rule.x, above.x, below.x)
  return down > above.y + above.height / 2 && down < below.y + below.height / 2 && shared > across / 2
}

const middle = ({ x, width }: Box): number => x + width / 2

/** The upright rectangle around things with boxes. */
export function boxOf(things: readonly { readonly box: Box }[]): Box {
  const x = Math.min(...things.map(({ box }) => box.x))
  const y = Math.min(...things.map(({ box }) => box.y))
  return {
    x,
    y,
    width: Math.max(...things.map(({ box }) => right(box))) - x,
    height: Math.max(...things.map(({ box }) => bottom(box))) - y,
  }
}
