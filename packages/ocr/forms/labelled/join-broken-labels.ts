import { boxOf } from '../../page/line-blocks.js'
import { bottom, right } from '../../page/line-runs.js'
import type { Box } from '../../page/recognised-page.js'
import { lineOf } from '../../page/text-lines.js'
import { bare, labelOf } from './labels/known-labels.js'
import type { MarkedLine } from './marked-line.js'

/** Labels that go on in the line below: the two lines become one, with all words and one box. */
export function joinBrokenLabels(lines: readonly MarkedLine[]): readonly MarkedLine[] {
  const taken = new Set<MarkedLine>()
  return lines.flatMap((upper) => {
    if (taken.has(upper)) return []
    const lower = lines.find((other) => !taken.has(other) && isUnder(upper, other))
    const joined = lower && join(upper, lower)
    if (lower === undefined || joined === undefined) return [upper]
    taken.add(lower)
    return [joined]
  })
}

function isUnder({ line: upper }: MarkedLine, { line: lower }: MarkedLine): boolean {
  const gap = lower.box.y - bottom(upper.box)
  const height = Math.min(upper.box.height, lower.box.height)
  return gap > -0.4 * height && gap < 1.1 * height && areAligned(upper.box, lower.box, height)
}

/** At their left edges, their right ones, or in the middle. */
function areAligned(one: Box, other: Box, height: number): boolean {
  const left = other.x - one.x
  const rights = right(other) - right(one)
  return Math.min(Math.abs(left), Math.abs(rights), Math.abs(left + rights) / 2) < height / 2
}

function join(upper: MarkedLine, lower: MarkedLine): MarkedLine | undefined {
  if (upper.line.text.includes(':') || lower.line.words.length > 3) return undefined
  const alone = upper.labels[0]?.label
  for (let length = Math.min(4, upper.line.words.length); length > 0; length--) {
    const words = [...upper.line.words.slice(0, length), ...lower.line.words]
    const behind = upper.line.words.slice(length)
    const label = labelOf(bare(words.map(({ text }) => text).join('')))
    if (label === undefined || label.certainty < Math.max(alone?.certainty ?? 0, behind.length > 0 ? 1 : 0))
      continue
    const hasColon = lower.line.text.endsWith(':')
    const mark = { label, hasColon, words, box: boxOf(words), behind }
    return { line: lineOf([...words, ...behind]), labels: [mark] }
  }
  return undefined
}
