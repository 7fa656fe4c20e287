import { right } from '../../page/line-runs.js'
import type { Box, RecognisedWord } from '../../page/recognised-page.js'
import { boxOf, type TextLine } from '../../page/text-lines.js'
import { meaningOfStems } from './caption-stems.js'
import { bare, type KnownLabel, LONGEST, labelExactly, labelOf, type SeenLabel } from './known-labels.js'

/** A label as it stands on a line, and the words behind it up to the next label. */
export interface MarkedLabel {
  /** undefined: something before a colon that we do not know */
  readonly label: SeenLabel | undefined
  readonly hasColon: boolean
  readonly words: readonly RecognisedWord[]
  readonly box: Box
  readonly behind: readonly RecognisedWord[]
}

/** A line with the labels that stand on it; none: it is a value or running text. */
export interface MarkedLine {
  readonly line: TextLine
  readonly labels: readonly MarkedLabel[]
}

/** Words that were joined at a colon, as `Fecha:20/11/2026`, come apart; colons of times and of addresses do not part them. */
function splitAtColons(words: readonly RecognisedWord[]): readonly RecognisedWord[] {
  return words.flatMap((word) => {
    const at = word.text.search(/(?<=\p{L}[.)]?):(?=[^\s/])/u)
    if (at < 0) return [word]
    const letter = word.box.width / word.text.length
    const { box } = word
    return [
      { ...word, text: word.text.slice(0, at + 1), box: { ...box, width: letter * (at + 1) } },
      ...splitAtColons([
        {
          ...word,
          text: word.text.slice(at + 1),
          box: { ...box, x: box.x + letter * (at + 1), width: box.width - letter * (at + 1) },
        },
      ]),
    ]
  })
}

const MOST_WORDS = 6
// From here on it counts as a label even without a colon, when a value stands right behind it.
const SURE_WITHOUT_COLON = 0.75

interface Match {
  readonly label: SeenLabel | undefined
  readonly words: number
  readonly hasColon: boolean
}

/** The labels on a line: what ends in a colon, what fills the line, and what stands before a value that has figures. */
export function markLabels(line: TextLine): MarkedLine {
  const words = splitAtColons(line.words)
  return { line, labels: signature(words) ?? tiled(words) ?? marked(words) }
}

/** Where a party signs, as `Unterschrift Absender`, which is no label of the party. */
function signature(words: readonly RecognisedWord[]): readonly MarkedLabel[] | undefined {
  if (words.length < 2 || labelOf(lettersOf(words)) !== undefined) return undefined
  if (meaningOfStems(words.map(({ text }) => text).join(' '), false) !== 'other') return undefined
  return [
    {
      label: { means: 'other', languages: [], certainty: BY_STEMS },
      hasColon: false,
      words,
      box: boxOf(words),
      behind: [],
    },
  ]
}

function marked(words: readonly RecognisedWord[]): readonly MarkedLabel[] {
  const starts: (Match & { readonly at: number })[] = []
  for (let at = 0; at < words.length; ) {
    const match = matchAt(words, at)
    if (match !== undefined) starts.push({ ...match, at })
    at += match?.words ?? 1
  }
  return starts.map(({ at, words: length, label, hasColon }, index) => {
    const own = words.slice(at, at + length)
    // A party's address may begin on its label's line, with labels of its own: "Absender: Firma: ..."
    const next = starts.slice(index + 1).find((start) => start.label?.means !== 'member')
    const behind = words.slice(at + length, next?.at)
    return { label, hasColon, words: own, box: boxOf(own), behind }
  })
}

function matchAt(words: readonly RecognisedWord[], at: number): Match | undefined {
  const colon = colonFrom(words, at)
  if (colon !== undefined) {
    const before = beforeMember(words.slice(at, colon.end))
    if (before !== undefined) return before
    const label = known(words.slice(at, colon.end), true)
    if (label !== undefined) return { label, words: colon.end - at, hasColon: true }
    const isShort = at === 0 && colon.end <= 4
    if (isShort) return { label: undefined, words: colon.end, hasColon: true }
  }
  return at === 0 ? withoutColon(words) : undefined
}

/** A party's label before one of its address's own, as `Empfänger Firma: ...`. */
function beforeMember(words: readonly RecognisedWord[]): Match | undefined {
  for (let length = words.length - 1; length > 0; length--) {
    if (labelExactly(lettersOf(words.slice(length)))?.means !== 'member') continue
    const label = known(words.slice(0, length))
    if (label && isOfAddress(label)) return { label, words: length, hasColon: false }
  }
  return undefined
}

const isOfAddress = ({ means }: KnownLabel): boolean =>
  /^(?:sender|receiver|carrier|pickup|delivery)$/.test(means)

/** Where the label that begins here ends, colon included. */
function colonFrom(words: readonly RecognisedWord[], at: number): { readonly end: number } | undefined {
  for (let end = at; end < Math.min(words.length, at + MOST_WORDS); end++)
    if (/[\p{L}\p{N}.)ºª°’']?:$/u.test(words[end]?.text ?? '')) return { end: end + 1 }
  return undefined
}

function withoutColon(words: readonly RecognisedWord[]): Match | undefined {
  const endsSentence = /\p{L}{5}\.$/u.test(words.at(-1)?.text ?? '')
  const whole = endsSentence ? undefined : known(words)
  if (whole !== undefined && (whole.certainty === 1 || whole.means !== 'carrier'))
    return { label: whole, words: words.length, hasColon: false }
  for (let length = Math.min(MOST_WORDS, words.length - 1); length > 0; length--) {
    const label = known(words.slice(0, length))
    // "An der Alten Mühle" is no receiver.
    if (label === undefined || lettersOf(words.slice(0, length)).length < SHORTEST) continue
    if (!(isBeforeFigures(label, words, length) || isSetOff(label, words, length))) continue
    return {
      label: { ...label, certainty: label.certainty * SURE_WITHOUT_COLON },
      words: length,
      hasColon: false,
    }
  }
  return undefined
}

// Of a label without a colon before its value.
const SHORTEST = 4

const BEFORE_FIGURES = /date|number|reference|weight|packages|vehicle|trailer|seals|licence|volume|phone/

const isBeforeFigures = ({ means }: KnownLabel, words: readonly RecognisedWord[], length: number): boolean =>
  BEFORE_FIGURES.test(means) && /\d/.test(words[length]?.text ?? '') && words.length - length <= 4

/** Whether a wider gap stands behind a label than within it, as where its value begins at an edge of its own. */
function isSetOff(
  { certainty, means }: SeenLabel,
  words: readonly RecognisedWord[],
  length: number,
): boolean {
  // Names of carriers begin with what they are, as in "Transportes Ruiz".
  if (certainty < 1 || means === 'other' || means === 'member' || means === 'carrier') return false
  const gaps = words.slice(1, length + 1).map(({ box }, at) => box.x - right(words[at]?.box ?? box))
  const behind = gaps.at(-1) ?? 0
  const height = words[0]?.box.height ?? 0
  return behind > (length === 1 ? height : 1.5 * Math.max(0.4 * height, ...gaps.slice(0, -1)))
}

/** Heads of columns that stand so close that they look like one line: the whole line is labels. */
function tiled(words: readonly RecognisedWord[]): readonly MarkedLabel[] | undefined {
  const tiles: MarkedLabel[] = []
  for (let at = 0; at < words.length; ) {
    const length = longestFrom(words, at)
    if (length === 0) return undefined
    const own = words.slice(at, at + length)
    tiles.push({ label: known(own), hasColon: false, words: own, box: boxOf(own), behind: [] })
    at += length
  }
  return tiles.length > 1 ? tiles : undefined
}

function longestFrom(words: readonly RecognisedWord[], at: number): number {
  for (let length = Math.min(MOST_WORDS, words.length - at); length > 0; length--) {
    const part = words.slice(at, at + length)
    if (part.every(({ text }) => !text.endsWith(':')) && labelExactly(lettersOf(part)) !== undefined)
      return length
  }
  return 0
}

/** By the lists of labels, or else by the beginnings of its words. */
function known(words: readonly RecognisedWord[], hasColon = false): SeenLabel | undefined {
  const listed = labelOf(lettersOf(words))
  if (listed !== undefined) return listed
  const means = meaningOfStems(words.map(({ text }) => text).join(' '), hasColon)
  return means && { means, languages: [], certainty: BY_STEMS }
}

const BY_STEMS = 0.9

const lettersOf = (words: readonly RecognisedWord[]): string =>
  words.reduce((text, word) => (text.length > LONGEST ? text : text + bare(word.text)), '')
