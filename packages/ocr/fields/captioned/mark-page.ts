import { bottom, right } from '../../page/line-runs.js'
import type { Box, RecognisedPage } from '../../page/recognised-page.js'
import { boxOf, lineOf, type TextLine, textLines } from '../../page/text-lines.js'
import type { DocumentType } from '../../port.js'
import { plainLetters } from '../values/letters.js'
import { bare, labelOf } from './known-labels.js'
import { type MarkedLabel, type MarkedLine, markLabels } from './mark-labels.js'
import { below, type MarkedPage, toTheRight } from './value-candidates.js'

/** Labels that go on in the line below: the two lines become one, with all words and one box. */
function joinBrokenLabels(lines: readonly MarkedLine[]): readonly MarkedLine[] {
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

/** Lines that reach into the next column come apart where a label stands that begins at the edge of others. */
function withColumnsApart(lines: readonly TextLine[]): readonly TextLine[] {
  const edges = lines.flatMap((line) =>
    markLabels(line).labels.some(({ label }) => label !== undefined && label.means !== 'member')
      ? [line.box]
      : [],
  )
  return lines.flatMap(({ words }) => {
    const at = words.findIndex(
      ({ box }, place) =>
        place > 0 &&
        edges.filter(({ x }) => Math.abs(x - box.x) < box.height / 2).length >= EDGE &&
        markLabels(lineOf(words.slice(place))).labels.some(
          ({ label, words: [first] }) => first === words[place] && label?.certainty === 1,
        ),
    )
    return at < 0 ? [lineOf(words)] : [lineOf(words.slice(0, at)), lineOf(words.slice(at))]
  })
}

// So many labels that begin below each other make an edge.
const EDGE = 2

/** The lines of a page with their labels, and whether its values stand below or beside them. */
export function markPage(page: RecognisedPage): MarkedPage {
  const texts = withColumnsApart(textLines(page))
  const lines = withoutMistaken(joinBrokenLabels(texts.map(markLabels)), page.height)
  const known = { lines, rules: page.rules }
  const bareLabels = lines.flatMap(({ labels }) =>
    labels.filter(
      ({ label, behind }) => behind.length === 0 && label !== undefined && label.means !== 'member',
    ),
  )
  const sides = bareLabels.map((label) => {
    const [beside, under] = [toTheRight(known, label.box), below(known, label)]
    return (under === undefined ? 0 : 1) - (beside === undefined ? 0 : 1)
  })
  return { ...known, valuesBelow: sides.reduce((sum, side) => sum + side, 0) > 0 }
}

/**
 * Without what only looks like a label: something before a colon that does not stand where known labels do (as `Lavadoras:
 * carga frontal`), and the number of another paper (as `Albarán 702166` among the documents).
 */
function withoutMistaken(lines: readonly MarkedLine[], pageHeight: number): readonly MarkedLine[] {
  const edges = lines.flatMap(({ line, labels }) =>
    labels.some(({ label }) => label !== undefined && label.means !== 'member') ? [line.box] : [],
  )
  const members = lines.flatMap(({ line, labels }) =>
    labels[0]?.label?.means === 'member' ? [line.box] : [],
  )
  return lines.map(({ line, labels }) => ({
    line,
    labels: withMembers(line.box, labels, members).filter(({ label, hasColon }) => {
      if (label === undefined)
        return edges.some((edge) => Math.abs(edge.x - line.box.x) < line.box.height / 2)
      return label.means !== 'number' || hasColon || line.box.y < pageHeight * 0.3
    }),
  }))
}

/** What stands before a colon between the labels of an address is one of them, whatever it is, as a misread `Strañe:`. */
function withMembers(
  { x, y, height }: Box,
  labels: readonly MarkedLabel[],
  members: readonly Box[],
): readonly MarkedLabel[] {
  const near = members.filter(
    (other) => Math.abs(other.x - x) < height && Math.abs(other.y - y) < 2.5 * height,
  )
  const label = { means: 'member', languages: [], certainty: 0.9 } as const
  return near.length < 2 ? labels : labels.map((mark) => (mark.label ? mark : { ...mark, label }))
}

const DELIVERY_NOTE =
  /^(?:albaran(?: de (?:entrega|salida|venta))?|nota de entrega|(?:delivery|despatch|dispatch) note|(?:bon|bordereau) (?:de livraison|d expedition)|lieferschein|documento di trasporto|bolla di (?:consegna|accompagnamento)|ddt|guia de (?:remessa|transporte)|nota de (?:encomenda|remessa))(?: (?:n|no|nr|num|numero) .{1,20}| [\d/-]{3,20})?$/
const LETTER =
  /atentamente|les saludamos|por la presente|yours (?:faithfully|sincerely)|kind regards|we hereby|salutations|par la presente|lettre accompagne|mit freundlichen|hiermit|dieses schreiben|distinti saluti|con la presente|cordiali saluti|com os melhores cumprimentos|atenciosamente|pela presente/

/** What kind of paper it is: a delivery note says so above, a letter is one by how it begins or ends. */
export function paperKind(lines: readonly MarkedLine[], { height }: RecognisedPage): DocumentType {
  const plain = lines.map(({ line }) => ({ text: plainLetters(line.text), y: line.box.y }))
  if (plain.some(({ text, y }) => y < height * 0.35 && DELIVERY_NOTE.test(text))) return 'delivery_note'
  return plain.some(({ text }) => LETTER.test(text)) ? 'letter' : 'unknown'
}

const functionWords: Readonly<Record<string, string>> = {
  es: 'de la el los las para con por que en se del una este esta al su les y',
  en: 'the of and to for by with be on are is this you were goods our in',
  fr: 'de la le les des du et pour par au aux une ce cette est vous nous que dans',
  de: 'der die das und von mit fur am den dem bitte wir ist wird des auf zu ein eine',
  it: 'di il lo la i gli le del della dei delle e per con che da in un una si al alla vi non',
  pt: 'de o a os as do da dos das e para com que por em um uma no na ao se nos',
}
const words = Object.entries(functionWords).map(
  ([language, list]) => [language, new Set(list.split(' '))] as const,
)

/** The language that most labels and small words of a page belong to, ISO 639-1; null when none stands out. */
export function languageOf(lines: readonly MarkedLine[]): string | null {
  const scores = words.map(([language, small]) => {
    const text = lines.reduce(
      (sum, { line }) =>
        sum +
        plainLetters(line.text)
          .split(' ')
          .filter((word) => small.has(word)).length,
      0,
    )
    const labels = lines
      .flatMap((line) => line.labels)
      .filter(({ label }) => label?.languages.length === 1 && label.languages[0] === language).length
    return { language, score: Math.min(text, 30) / 2 + 2 * labels }
  })
  const [first, second] = scores.toSorted((a, b) => b.score - a.score)
  return first === undefined || first.score < 3 || first.score <= (second?.score ?? 0) * 1.15
    ? null
    : first.language
}
