import type { Box, RecognisedWord } from '../../page/recognised-page.js'
import { lineOf, type TextLine } from '../../page/text-lines.js'
import type { FoundCaption } from '../captions/find-captions.js'
import type { CmrLabel, CmrPart } from './cmr-captions.js'
import {
  besideLeft,
  besideRight,
  bottomOf,
  centreOf,
  type FormRules,
  letterHeight,
  middleOf,
  rightOf,
  uprightsAt,
  WORD_GAP,
} from './form-rules.js'

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

/** What is written behind a label, as one line; none when nothing is. */
export function labelLines({ words, behind, caption }: FormLabel): readonly TextLine[] {
  const last = caption.words.at(-1)
  const stuck = behind === '' || last === undefined ? [] : [{ ...last, text: behind }]
  const all = [...stuck, ...words]
  return all.length === 0 ? [] : [lineOf(all)]
}

/**
 * Whether a caption is set apart from what was filled in, rather than a word of it: by a colon, a gap, or larger letters
 * of what follows.
 */
export function standsFree(
  caption: FoundCaption<CmrPart>,
  words: readonly RecognisedWord[],
  printed: ReadonlySet<RecognisedWord>,
  rules: FormRules,
): boolean {
  const height = letterHeight(caption.words)
  const uprights = uprightsAt(rules, middleOf(caption.box))
  const isApart = (left: number, right: number): boolean => uprights.some((x) => x > left && x < right)
  const others = words.filter((word) => !printed.has(word) && /[\p{L}\p{N}]/u.test(word.text))
  const before = others.filter(
    ({ box }) =>
      besideLeft(caption.box, box, WORD_GAP * height) && !isApart(centreOf(box), centreOf(caption.box)),
  )
  if (before.some(({ text }) => !/^\(?\d{1,2}[.)]?$/.test(text))) return false
  if (caption.behind !== '' || /[:;]$/.test(caption.words.at(-1)?.text ?? '')) return true
  if (caption.caption.means === 'seal_numbers' && others.some(isNumberBehind(caption))) return true
  return !others.some(
    ({ box }) =>
      besideRight(caption.box, box, WORD_GAP * height) &&
      box.height < 1.25 * height &&
      !isApart(centreOf(caption.box), centreOf(box)),
  )
}

/** A seal is recognised by its number, whether or not a colon stands between. */
const isNumberBehind =
  ({ box: own, words }: FoundCaption<CmrPart>) =>
  ({ text, box }: RecognisedWord): boolean =>
    /\d{4}/.test(text) && besideRight(own, box, NUMBER_GAP * letterHeight(words))

const NUMBER_GAP = 6
