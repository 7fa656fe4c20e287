import type { Box, RecognisedWord } from '../../page/recognised-page.js'
import type { FoundCaption } from '../captions/known-caption.js'
import type { CmrLabel, CmrPart } from './captions/cmr-part.js'
import { type FormRules, uprightsAt } from './form-rules.js'
import { bottomOf, centreOf, letterHeight, middleOf, rightOf } from './neighbours.js'

/** A captioned place inside or beside the boxes, and what is written there. */
export interface FormLabel {
  readonly label: CmrLabel
  readonly caption: FoundCaption<CmrPart>
  readonly words: readonly RecognisedWord[]
  /** what sticks to the caption's own last word */
  readonly behind: string
}

/** How far right and how far below what is written may begin, in heights of the caption's letters. */
const FARTHEST_RIGHT = 22
const WIDEST_GAP = 3.5
const FARTHEST_BELOW = 3

/** What is written behind a label on its line, or else directly below it. */
export function labelled(
  label: CmrLabel,
  caption: FoundCaption<CmrPart>,
  written: readonly RecognisedWord[],
  printed: readonly RecognisedWord[],
  rules: FormRules,
): FormLabel {
  const height = letterHeight(caption.words)
  const { left, right } = room(caption.box, printed, rules, height)
  const onItsLine = connected(
    written
      .filter(
        ({ box }) =>
          isOnLine(caption.box, box) && box.x > rightOf(caption.box) - height && centreOf(box) < right,
      )
      .toSorted((one, other) => one.box.x - other.box.x),
    rightOf(caption.box),
    height,
  )
  const words =
    onItsLine.length > 0 || caption.behind !== ''
      ? goingOn(onItsLine, caption.box, written, right)
      : lineBelow(caption.box, written, printed, { left, right }, rules, height)
  return { label, caption, words, behind: caption.behind }
}

/** A list whose line ends with a stroke or a comma goes on below. */
function goingOn(
  line: readonly RecognisedWord[],
  label: Box,
  written: readonly RecognisedWord[],
  right: number,
): readonly RecognisedWord[] {
  const last = line.at(-1)
  if (last === undefined || !/[/,;+]$/.test(last.text)) return line
  const height = letterHeight(line)
  const below = written
    .filter(
      ({ box }) =>
        box.x > label.x - height &&
        centreOf(box) < right &&
        middleOf(box) - middleOf(label) > 0.6 * height &&
        middleOf(box) - middleOf(label) < 2 * height,
    )
    .toSorted((one, other) => one.box.x - other.box.x)
  return [...line, ...connected(below, label.x, height)]
}

function room(
  box: Box,
  printed: readonly RecognisedWord[],
  rules: FormRules,
  height: number,
): { readonly left: number; readonly right: number } {
  const uprights = uprightsAt(rules, middleOf(box))
  const next = printed.filter((word) => isOnLine(box, word.box) && word.box.x >= rightOf(box) - 0.2 * height)
  return {
    left: Math.max(0, ...uprights.filter((x) => x < box.x + height / 2)),
    right: Math.min(
      ...uprights.filter((x) => x > rightOf(box) - height / 2),
      ...next.map((word) => word.box.x),
      Infinity,
    ),
  }
}

const isOnLine = (box: Box, other: Box): boolean =>
  Math.min(bottomOf(box), bottomOf(other)) - Math.max(box.y, other.y) >
  0.4 * Math.min(box.height, other.height)

/** Words up to the first wide gap. */
function connected(
  words: readonly RecognisedWord[],
  from: number,
  height: number,
): readonly RecognisedWord[] {
  const joined: RecognisedWord[] = []
  let end = from
  for (const word of words) {
    if (word.box.x - end > (joined.length === 0 ? FARTHEST_RIGHT : WIDEST_GAP) * height) break
    joined.push(word)
    end = Math.max(end, rightOf(word.box))
  }
  return joined
}

function lineBelow(
  box: Box,
  written: readonly RecognisedWord[],
  printed: readonly RecognisedWord[],
  { left, right }: { readonly left: number; readonly right: number },
  rules: FormRules,
  height: number,
): readonly RecognisedWord[] {
  const ends = Math.min(
    bottomOf(box) + FARTHEST_BELOW * height,
    ...printed
      .filter((word) => word.box.y > bottomOf(box) && word.box.x < rightOf(box) && rightOf(word.box) > box.x)
      .map((word) => word.box.y),
    ...rules.horizontal
      .filter((line) => line.y > bottomOf(box) && line.x <= centreOf(box) && rightOf(line) >= centreOf(box))
      .map(({ y }) => y),
  )
  const beneath = written.filter(
    (word) =>
      middleOf(word.box) > bottomOf(box) &&
      middleOf(word.box) < ends &&
      centreOf(word.box) > left &&
      centreOf(word.box) < right,
  )
  const first = beneath
    .filter((word) => rightOf(word.box) > box.x - height && word.box.x < rightOf(box))
    .toSorted((one, other) => one.box.y - other.box.y || one.box.x - other.box.x)[0]
  if (first === undefined) return []
  const line = beneath
    .filter((word) => isOnLine(first.box, word.box))
    .toSorted((one, other) => one.box.x - other.box.x)
  return runWith(first, line, height)
}

/** The words around one, up to wide gaps. */
function runWith(
  word: RecognisedWord,
  line: readonly RecognisedWord[],
  height: number,
): readonly RecognisedWord[] {
  let run: RecognisedWord[] = []
  for (const next of line) {
    const last = run.at(-1)
    const isApart = last !== undefined && next.box.x - rightOf(last.box) > WIDEST_GAP * height
    if (isApart && run.includes(word)) return run
    run = isApart ? [next] : [...run, next]
  }
  return run
}
