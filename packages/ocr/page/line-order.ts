import type { TextBlock } from './line-blocks.js'
import { bottom, right } from './line-runs.js'

/** Blocks as one reads them: what stands above or to the left first, as long as it stands beside or over the other. */
export function inReadingOrder(blocks: readonly TextBlock[]): readonly TextBlock[] {
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
