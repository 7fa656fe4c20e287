import { bottom, right, runsOf } from '../../page/line-runs.js'
import type { Box, RecognisedPage, RecognisedWord } from '../../page/recognised-page.js'
import { boxOf } from '../../page/text-lines.js'
import { type FoundCaption, findCaptions, type KnownCaption } from '../captions/find-captions.js'
import { wordList } from '../word-list.js'

/** What a control document states under the letters a to h, and what else is printed on ours. */
export const decaParts = [
  'sender',
  'carrier',
  'pickup',
  'delivery',
  'goods',
  'permit',
  'date',
  'vehicles',
  'remarks',
  'rest',
  'about',
] as const
export type DecaPart = (typeof decaParts)[number]

type Meaning = DecaPart | 'title'

const meanings: readonly Meaning[] = ['title', ...decaParts]
const known: readonly KnownCaption<Meaning>[] = ['es', 'en'].flatMap((language) => {
  const list = wordList('deca', language, meanings)
  return meanings.flatMap((means) => (list.get(means) ?? []).map((text) => ({ means, language, text })))
})
const titles = known.filter(({ means }) => means === 'title')
const captions = known.filter((caption): caption is KnownCaption<DecaPart> => caption.means !== 'title')

/** The words of each part of a control document, its captions left out. */
export type DecaCells = ReadonlyMap<DecaPart, readonly RecognisedWord[]>

/** A caption at the place of its part, in all languages in which it stands there. */
interface Heading {
  readonly means: DecaPart
  readonly words: readonly RecognisedWord[]
  /** its letter too */
  readonly box: Box
}

/** Other forms have captions that are much like these. */
const isSure = ({ certainty }: FoundCaption<Meaning>): boolean => certainty > 0.85

// Of the page's height: the title stands above.
const TOP = 0.3
/** With fewer of its parts a page that speaks of a control document is none. */
const FEWEST_PARTS = 5
const stated: readonly DecaPart[] = ['sender', 'carrier', 'pickup', 'delivery', 'goods', 'date', 'vehicles']

/**
 * The parts of a Spanish control document (DeCA: Orden FOM/2861/2012, article 6, in the form of the Resolution of 5 June 2026), by their
 * captions; undefined where the page is none. A part ends where the next one begins, below or beside it.
 */
export function decaCells(page: RecognisedPage): DecaCells | undefined {
  const top = page.words.filter(({ box }) => box.y < TOP * page.height)
  if (!findCaptions({ words: top, rules: page.rules }, titles).some(isSure)) return undefined
  const found = findCaptions(page, captions).filter(isSure)
  const headings = decaParts.flatMap((part) => headingOf(part, found, page.words))
  if (headings.filter(({ means }) => stated.includes(means)).length < FEWEST_PARTS) return undefined
  const printed = new Set(headings.flatMap(({ words }) => words))
  const written = page.words.filter((word) => !printed.has(word))
  const spans = headings.map((heading) => ({ ...heading, span: spanOf(heading, headings, page) }))
  return new Map(
    spans.map((heading) => {
      const cell = cellOf(heading, spans, page)
      return [heading.means, withoutAnswerer(written.filter(({ box }) => isInside(cell, box)))]
    }),
  )
}

// Documents of this service name the party that answers for what a part says.
const ANSWERS = /^responde:/i

const withoutAnswerer = (words: readonly RecognisedWord[]): readonly RecognisedWord[] =>
  runsOf(words, [])
    .filter(([first]) => first === undefined || !ANSWERS.test(first.text))
    .flat()

const LETTER = /^\(?[a-h][).:]?$/i

/** Of several places the one with a letter before it, else the one that is spelled best; together with the same in another language beside it. */
function headingOf(
  means: DecaPart,
  found: readonly FoundCaption<DecaPart>[],
  words: readonly RecognisedWord[],
): readonly Heading[] {
  const all = found
    .filter(({ caption }) => caption.means === means)
    .map((caption) => ({ caption, letter: letterBefore(caption.box, words) }))
  const [best] = all.toSorted((one, other) => other.caption.certainty - one.caption.certainty)
  const first = all.find(({ letter }) => letter !== undefined) ?? best
  if (first === undefined) return []
  const beside = all.filter(
    ({ caption: { box } }) =>
      areLevel(box, first.caption.box) && Math.abs(box.x - right(first.caption.box)) < 3 * box.height,
  )
  const own = [...first.caption.words, ...(first.letter ? [first.letter] : [])]
  const together = [...own, ...beside.flatMap(({ caption }) => caption.words)]
  return [{ means, words: together, box: boxOf(together) }]
}

function letterBefore(box: Box, words: readonly RecognisedWord[]): RecognisedWord | undefined {
  return words.find(
    (word) =>
      LETTER.test(word.text) &&
      areLevel(word.box, box) &&
      right(word.box) <= box.x &&
      box.x - right(word.box) < 2 * box.height,
  )
}

const areLevel = (one: Box, other: Box): boolean =>
  Math.min(bottom(one), bottom(other)) - Math.max(one.y, other.y) > 0.4 * Math.min(one.height, other.height)

/** How far a part reaches across: to the caption of the one beside it. */
interface Span {
  readonly from: number
  readonly to: number
}

function spanOf({ box }: Heading, headings: readonly Heading[], page: RecognisedPage): Span {
  const beside = headings.filter((other) => other.box.x > right(box) && areLevel(other.box, box))
  const to = Math.min(page.width, ...beside.map((other) => other.box.x - other.box.height / 2))
  return { from: box.x - box.height, to }
}

type Spanned = Heading & { readonly span: Span }

function cellOf({ box, span }: Spanned, headings: readonly Spanned[], page: RecognisedPage): Box {
  const below = headings.filter(
    (other) => other.box.y > bottom(box) && other.span.from < span.to && other.span.to > box.x,
  )
  const low = Math.min(page.height, ...below.map((other) => other.box.y))
  return { x: span.from, y: box.y, width: span.to - span.from, height: low - box.y }
}

function isInside(cell: Box, { x, y, width, height }: Box): boolean {
  const [across, down] = [x + width / 2, y + height / 2]
  return across >= cell.x && across < right(cell) && down >= cell.y && down < bottom(cell)
}
