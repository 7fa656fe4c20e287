import type { RecognisedPage, RecognisedWord } from '../../page/recognised-page.js'
import { boxOf, type TextLine } from '../../page/text-lines.js'
import { type FoundCaption, findCaptions } from '../captions/find-captions.js'
import { boxCaptions, inSeveralLanguages } from './box-caption.js'
import { cellLines } from './cell-lines.js'
import { type Cell, cellsOf } from './cells.js'
import { type CmrBox, type CmrPart, cmrCaptions, cmrLabels } from './cmr-captions.js'
import { type FormLabel, labelled, standsFree } from './form-labels.js'
import {
  besideRight,
  bottomOf,
  centreOf,
  formRules,
  letterHeight,
  middleOf,
  rightOf,
  WORD_GAP,
} from './form-rules.js'
import { placedCaptions } from './places-on-form.js'
import {
  doubtfulPrint,
  isRestOfNumber,
  remainsOfCaptions,
  strayPrint,
  withoutDangerStrip,
  withoutSmallPrint,
} from './small-print.js'

/** What stands in one box. */
export interface FilledBox {
  readonly box: CmrBox
  readonly cell: Cell
  /** without captions, and without what is written behind labels */
  readonly lines: readonly TextLine[]
  readonly labels: readonly FormLabel[]
  /** words that reach across the cell's edge: some of them may be missing, or belong elsewhere */
  readonly cut: ReadonlySet<RecognisedWord>
}

/** A form taken apart: what is printed on it, and what was filled in. */
export interface FilledForm {
  readonly captions: readonly FoundCaption<CmrPart>[]
  readonly boxes: ReadonlyMap<CmrBox, FilledBox>
  /** those that stand in no box that is read */
  readonly labels: readonly FormLabel[]
  /** words that name a total */
  readonly totals: readonly (readonly RecognisedWord[])[]
}

export function filledForm(page: RecognisedPage): FilledForm {
  const found = findCaptions(page, cmrCaptions)
  const { captions, others } = boxCaptions(page.words, found)
  const placed = placedCaptions(captions)
  const rules = formRules(page.rules, 3 * letterHeight(placed[0]?.words ?? []))
  const everyCaption = new Set(found.flatMap(({ words }) => words))
  const free = found.filter(
    (caption) =>
      caption.caption.means === 'hint' ||
      isOfHint(caption) ||
      (!caption.caption.means.startsWith('box_') &&
        isSure(caption) &&
        standsFree(caption, page.words, everyCaption, rules)),
  )
  const printed = [...placed, ...free, ...others].flatMap(({ words }) => words)
  const isPrinted = new Set([...printed, ...remainsOfCaptions(page.words, printed)])
  const written = page.words.filter((word) => !isPrinted.has(word) && word.text.trim() !== '')
  const placedWords = new Set(placed.flatMap(({ words }) => words))
  const own = free.filter(
    (caption) => !isOfHint(caption) && !caption.words.some((word) => placedWords.has(word)),
  )
  const labels = cmrLabels.flatMap((label) =>
    inSeveralLanguages(own.filter(({ caption }) => caption.means === label))
      .flatMap((captions) => asOne(captions))
      .map((caption) => labelled(label, caption, written, printed, rules)),
  )
  const behindLabels = new Set(labels.filter(({ label }) => label !== 'total').flatMap(({ words }) => words))
  const contents = written.filter((word) => !behindLabels.has(word))
  const goods = withoutDangerStrip(contents, labels, placed)
  const boxes = cellsOf(page, placed, rules, others).map((cell) =>
    filledBox(cell, goodsBoxes.includes(cell.caption.box) ? goods : contents, labels),
  )
  const inBoxes = new Set(boxes.flatMap((box) => box.labels))
  return {
    captions: [...placed.flatMap(({ captions }) => captions), ...free],
    boxes: new Map(boxes.map((box) => [box.box, box])),
    labels: labels.filter((label) => !inBoxes.has(label)),
    totals: labels.filter(({ label }) => label === 'total').map(({ caption }) => caption.words),
  }
}

function filledBox(cell: Cell, contents: readonly RecognisedWord[], labels: readonly FormLabel[]): FilledBox {
  const { area, caption, isRuled } = cell
  const words = contents.filter(
    (word) => isInside(area, centreOf(word.box), middleOf(word.box)) && !isRestOfNumber(word, caption),
  )
  const lines = withoutSmallPrint(cellLines(words), caption)
  const isCut = ({ box }: RecognisedWord): boolean =>
    area.x - box.x > 0.25 * box.width || rightOf(box) - rightOf(area) > 0.25 * box.width
  const beyond = contents.filter(({ box }) => centreOf(box) > rightOf(area))
  const goesOn = ({ box }: RecognisedWord): boolean =>
    !isRuled && beyond.some((word) => besideRight(box, word.box, WORD_GAP * word.box.height))
  return {
    box: caption.box,
    cell,
    lines,
    labels: labels.filter((label) =>
      isInside(area, centreOf(label.caption.box), middleOf(label.caption.box)),
    ),
    cut: new Set([
      ...words.filter((word) => isCut(word) || goesOn(word)),
      ...doubtfulPrint(lines, caption),
      ...strayPrint(lines),
    ]),
  }
}

const isInside = (area: Cell['area'], x: number, y: number): boolean =>
  x >= area.x && x <= rightOf(area) && y >= area.y && y <= bottomOf(area)

const goodsBoxes: readonly CmrBox[] = [6, 7, 8, 9, 10, 11, 12]

/** Short words resemble each other, as `Franco` and `France` do: they must be read without a fault. */
const isSure = ({ certainty, caption }: FoundCaption<CmrPart>): boolean =>
  certainty === 1 || (certainty > 0.8 && caption.text.length > 9)

/** A word of a hint that was not read as a whole, such as `(name, address, country)`. */
const isOfHint = ({ words, caption, certainty }: FoundCaption<CmrPart>): boolean =>
  certainty === 1 &&
  hinting.includes(caption.means) &&
  (words[0]?.text.startsWith('(') === true || /[),]$/.test(words.at(-1)?.text ?? ''))

const hinting: readonly CmrPart[] = ['place', 'address', 'country', 'date']

/** A label in several languages is one place to write. */
function asOne(captions: readonly FoundCaption<CmrPart>[]): readonly FoundCaption<CmrPart>[] {
  const last = captions.at(-1)
  if (last === undefined) return []
  return [
    {
      ...last,
      words: captions.flatMap(({ words }) => words),
      box: boxOf(captions),
      certainty: Math.max(...captions.map(({ certainty }) => certainty)),
    },
  ]
}
