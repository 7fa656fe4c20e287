import type { Box, RecognisedWord, Rule } from './recognised-page.js'

// In heights of a capital. A blank between words is two fifths of one, in type of equal widths up to one and a half, and
// more behind a point, which is so narrow there; columns of forms and tables lie farther apart.
const WIDE_GAP = 1.65
const WIDE_GAP_AFTER_POINT = 2
const OVERLAP = 0.5
const POINTED = /[.,:;'’]$/
// A headline's words and small print beside it do not belong together.
const LARGER = 1.6

interface Run {
  readonly words: RecognisedWord[]
  last: Box
  /** of its letters; undefined while it has none */
  height: number | undefined
  /** whether the last word ends in a point or the like */
  isPointed: boolean
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
    if (before === undefined) runs.push(runOf(word))
    else append(before, word)
  }
  return runs.map((run) => run.words)
}

const runOf = (word: RecognisedWord): Run => ({
  words: [word],
  last: word.box,
  height: letterHeight(word),
  isPointed: POINTED.test(word.text),
})

function append(run: Run, word: RecognisedWord): void {
  run.words.push(word)
  run.last = word.box
  run.isPointed = POINTED.test(word.text)
  run.height = letterHeight(word) ?? run.height
}

/** The height of a word's capitals, by the letters it has; dashes and points are too flat to tell. */
export function letterHeight({ text, box }: RecognisedWord): number | undefined {
  if (!/[\p{L}\p{N}]/u.test(text)) return undefined
  const isTall =
    /[\p{Lu}\p{N}bdfhkltßij]/u.test(text.normalize('NFC')) || /\p{M}/u.test(text.normalize('NFD'))
  const hangs = /[gjpqyçQ,;()/|]/.test(text)
  if (isTall) return hangs ? box.height * 0.8 : box.height
  return hangs ? box.height : box.height * 1.4
}

function nearest(runs: readonly Run[], word: RecognisedWord, upright: readonly Box[]): Run | undefined {
  const own = letterHeight(word)
  let best: Run | undefined
  for (const run of runs) {
    if (!adjoins(run, word.box, own) || upright.some((rule) => parts(rule, run.last, word.box))) continue
    if (best === undefined || right(run.last) > right(best.last)) best = run
  }
  return best
}

function adjoins({ last, height, isPointed }: Run, box: Box, own: number | undefined): boolean {
  const low = Math.min(height ?? own ?? last.height, own ?? height ?? box.height)
  const high = Math.max(height ?? 0, own ?? 0, low)
  const gap = box.x - right(last)
  const wide = isPointed ? WIDE_GAP_AFTER_POINT : WIDE_GAP
  if (gap > wide * Math.min(high, LARGER * low) || gap < -OVERLAP * high) return false
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
