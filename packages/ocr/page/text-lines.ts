import { bottom, right, runsOf } from './line-runs.js'
import type { Box, RecognisedPage, RecognisedWord, Rule } from './recognised-page.js'

/** Lines that stand under each other, from top to bottom. */
interface TextBlock {
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

/** The smallest box around things with boxes; an empty one at the origin when there are none. */
export function boxOf(things: readonly { readonly box: Box }[]): Box {
  if (things.length === 0) return { x: 0, y: 0, width: 0, height: 0 }
  const x = Math.min(...things.map(({ box }) => box.x))
  const y = Math.min(...things.map(({ box }) => box.y))
  return {
    x,
    y,
    width: Math.max(...things.map(({ box }) => right(box))) - x,
    height: Math.max(...things.map(({ box }) => bottom(box))) - y,
  }
}

/** The words that a part of a text was made of; all of them when that is not known. */
export function wordsOf(lines: readonly TextLine[], source: string): readonly RecognisedWord[] {
  const words = lines.flatMap((line) => line.words)
  const letters = words.map(({ text }) => text.replace(/\s+/g, ''))
  const wanted = source.replace(/\s+/g, '')
  const start = letters.join('').indexOf(wanted)
  if (wanted === '' || start < 0) return words
  let end = 0
  return words.filter((_, index) => {
    const from = end
    end += letters[index]?.length ?? 0
    return from < start + wanted.length && end > start
  })
}

/** Blocks as one reads them: what stands above or to the left first, as long as it stands beside or over the other. */
function inReadingOrder(blocks: readonly TextBlock[]): readonly TextBlock[] {
  const left = blocks.toSorted((a, b) => a.box.y - b.box.y || a.box.x - b.box.x)
  const ordered: TextBlock[] = []
  while (left.length > 0) {
    const at = left.findIndex((block) => !left.some((other) => other !== block && comesBefore(other, block)))
    ordered.push(...left.splice(Math.max(0, at), 1))
  }
  return ordered
}

function comesBefore({ box: one }: TextBlock, { box: other }: TextBlock): boolean {
  const across = Math.min(right(one), right(other)) - Math.max(one.x, other.x)
  const down = Math.min(bottom(one), bottom(other)) - Math.max(one.y, other.y)
  if (across > 0 && across > down) return one.y < other.y
  const height = Math.min(one.height, other.height)
  return down > height / 2 && one.x < other.x
}

/** Words that stand side by side on one line, without a wide gap or a printed line between them. */
export interface TextLine {
  readonly words: readonly RecognisedWord[]
  /** the words with single spaces between them */
  readonly text: string
  readonly box: Box
  /** the mean of its words', weighted by their lengths, 0 to 1 */
  readonly confidence: number
}

/** The lines of a page in reading order, those of each column together. */
export function textLines({ words, rules }: Pick<RecognisedPage, 'words' | 'rules'>): readonly TextLine[] {
  const lines = runsOf(words, rules).map(lineOf)
  return inReadingOrder(textBlocks(lines, rules)).flatMap((block) => block.lines)
}

/** A line of words that stand side by side, the leftmost first. */
export function lineOf(words: readonly RecognisedWord[]): TextLine {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0)
  return {
    words,
    text: words.map(({ text }) => text.trim()).join(' '),
    box: boxOf(words),
    confidence:
      words.reduce((sum, { text, confidence }) => sum + confidence * text.length, 0) / Math.max(1, letters),
  }
}
