import type { Box, RecognisedWord, Rule } from './recognised-page.js'

// In letter heights. A blank between words is a quarter to four fifths of one (the latter in type of equal widths);
// columns of forms and tables lie farther apart.
const WIDE_GAP = 1.35
const OVERLAP = 0.5
// How much higher capitals are than words of low letters only.
const CAPITALS = 1.6

interface Run {
  readonly words: RecognisedWord[]
  last: Box
  /** of its letters; undefined while it has none */
  height: number | undefined
}

/**
 * Words that stand side by side. Each is compared with the one before it only, so that a line may climb or fall by
 * more than its own height over the width of a page.
 */
export function runsOf(
  words: readonly RecognisedWord[],
  rules: readonly Rule[],
): readonly (readonly RecognisedWord[])[] {
  const upright = rules.filter(({ direction }) => direction === 'vertical').map(({ box }) => box)
  const runs: Run[] = []
  const fromLeft = words.filter(({ text }) => text.trim() !== '').toSorted((a, b) => a.box.x - b.box.x)
  for (const word of fromLeft) {
    const before = nearest(runs, word, upright)
    if (before === undefined) runs.push({ words: [word], last: word.box, height: letterHeight(word) })
    else append(before, word)
  }
  return runs.map((run) => run.words)
}

function append(run: Run, word: RecognisedWord): void {
  run.words.push(word)
  run.last = word.box
  run.height = letterHeight(word) ?? run.height
}

// Dashes and points are too flat to say how high the letters are.
const letterHeight = ({ text, box }: RecognisedWord): number | undefined =>
  /[\p{L}\p{N}]/u.test(text) ? box.height : undefined

function nearest(runs: readonly Run[], word: RecognisedWord, upright: readonly Box[]): Run | undefined {
  let best: Run | undefined
  for (const run of runs) {
    if (!adjoins(run, word) || upright.some((rule) => parts(rule, run.last, word.box))) continue
    if (best === undefined || right(run.last) > right(best.last)) best = run
  }
  return best
}

function adjoins({ last, height }: Run, word: RecognisedWord): boolean {
  const { box } = word
  const own = letterHeight(word)
  const low = Math.min(height ?? own ?? last.height, own ?? height ?? box.height)
  const high = Math.max(height ?? 0, own ?? 0, low)
  const gap = box.x - right(last)
  if (gap > WIDE_GAP * Math.min(high, CAPITALS * low) || gap < -OVERLAP * high) return false
  return (
    Math.min(bottom(last), bottom(box)) - Math.max(last.y, box.y) >=
    OVERLAP * Math.min(last.height, box.height)
  )
}

/** Whether a printed line stands between two words; words may reach a little across it. */
function parts(rule: Box, before: Box, after: Box): boolean {
  const across = rule.x + rule.width / 2
  const down = (Math.max(before.y, after.y) + Math.min(bottom(before), bottom(after))) / 2
  const between = across > before.x + before.width * 0.6 && across < after.x + after.width * 0.4
  return between && rule.y <= down && bottom(rule) >= down
}

export const right = ({ x, width }: Box): number => x + width
export const bottom = ({ y, height }: Box): number => y + height
