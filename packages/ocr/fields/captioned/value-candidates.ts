import { bottom, right } from '../../page/line-runs.js'
import type { Box, Rule } from '../../page/recognised-page.js'
import { lineOf, type TextLine } from '../../page/text-lines.js'
import type { MarkedLabel, MarkedLine } from './mark-labels.js'

// In heights of a line: how far the next line of a text may be below.
const FARTHEST = 1.45

/** The page as labels and what is none, for finding which lines belong to a label. */
export interface MarkedPage {
  readonly lines: readonly MarkedLine[]
  readonly rules: readonly Rule[]
  /** whether values stand under their labels rather than beside them */
  readonly valuesBelow: boolean
}

/** Lines that may be the value of a label, and how much their place speaks for it, 0 to 1. */
export interface ValueCandidate {
  readonly lines: readonly TextLine[]
  readonly evidence: number
}

// Values stand on one side of their labels all over a page, mostly.
const OTHER_SIDE = 0.85
// A heading in a cell of its own has a printed line below it.
const RULED_OFF = 0.9
// In heights of a letter.
const FAR_BELOW = 4.5
const FAR_BESIDE = 45

/** What may be the value of a label: behind it on its line, beside it, or below it; all lines of one that takes several. */
export function valueCandidates(
  page: MarkedPage,
  of: MarkedLine,
  label: MarkedLabel,
  goesOn: (first: TextLine) => boolean,
): readonly ValueCandidate[] {
  const whole = (first: TextLine, edges: readonly number[]): readonly TextLine[] =>
    goesOn(first) ? goOn(page, of, first, edges) : [first]
  if (label.behind.length > 0) {
    const first = lineOf(label.behind)
    return [{ lines: whole(first, [first.box.x, label.box.x]), evidence: 1 }]
  }
  const isInHead = of.labels.at(-1) !== label && of.labels.length > 1
  const beside = isInHead ? undefined : toTheRight(page, label.box)
  const under = below(page, label)
  const alone = beside === undefined || under === undefined
  return [
    ...(beside === undefined
      ? []
      : [
          {
            lines: whole(beside, [beside.box.x]),
            evidence: besideEvidence(label.box, beside.box) * (alone || !page.valuesBelow ? 1 : OTHER_SIDE),
          },
        ]),
    ...(under === undefined
      ? []
      : [
          {
            lines: whole(under, [under.box.x]),
            evidence:
              belowEvidence(page.rules, label.box, under.box) * (alone || page.valuesBelow ? 1 : OTHER_SIDE),
          },
        ]),
  ]
}

const besideEvidence = (label: Box, value: Box): number =>
  1 - 0.15 * Math.min(1, Math.max(0, value.x - right(label)) / (FAR_BESIDE * label.height))

function belowEvidence(rules: readonly Rule[], label: Box, value: Box): number {
  const gap = (value.y - bottom(label)) / Math.max(label.height, value.height)
  const near = 1 - 0.12 * Math.max(0, gap - NEAR_BELOW)
  return near * (isRuledOff(rules, label, value) ? RULED_OFF : 1)
}

const NEAR_BELOW = 1.3

/** What stands to the right of a label on its line, when nothing else is in between. */
export function toTheRight({ lines }: Pick<MarkedPage, 'lines'>, box: Box): TextLine | undefined {
  const beside = lines
    .filter(
      ({ line }) =>
        line.box.x >= right(box) - 2 && shared(line.box, box) > 0.4 * Math.min(line.box.height, box.height),
    )
    .toSorted((a, b) => a.line.box.x - b.line.box.x)
  const [nearest] = beside
  if (nearest === undefined || isLabelled(nearest)) return undefined
  const inColumn = beside.filter(({ line }) => Math.abs(line.box.x - nearest.line.box.x) < line.box.height)
  return inColumn.toSorted((a, b) => a.line.box.y - b.line.box.y)[0]?.line
}

/** The first that stands under a label, at its edge or centred; a blank line or a printed one may be between them. */
export function below({ lines }: Pick<MarkedPage, 'lines'>, { box }: MarkedLabel): TextLine | undefined {
  const under = lines
    .filter(({ line }) => {
      const gap = line.box.y - bottom(box)
      const height = Math.max(line.box.height, box.height)
      return gap > -0.4 * height && gap < FAR_BELOW * height && isUnder(box, line.box, height)
    })
    .toSorted((a, b) => a.line.box.y - b.line.box.y)[0]
  return under === undefined || isLabelled(under) ? undefined : under.line
}

const isUnder = (label: Box, value: Box, height: number): boolean =>
  Math.abs(value.x - label.x) < 1.5 * height ||
  Math.abs(value.x + value.width / 2 - label.x - label.width / 2) < height

// How a letter comes to its end, without a space between it and the last particular.
const CLOSING =
  /^(?:rogamos|sin otro particular|les? saluda|quedamos|nous vous prions|veuillez|please (?:return|sign)|we (?:ask|kindly)|yours |kind regards|bitte senden|wir bitten|mit freundlichen)/iu

// A text that began behind its label may go on below the label.
function goOn(
  page: MarkedPage,
  of: MarkedLine,
  first: TextLine,
  edges: readonly number[],
): readonly TextLine[] {
  const found = [first]
  for (;;) {
    const last = found.at(-1) ?? first
    const next = page.lines
      .filter((other) => other !== of && !found.includes(other.line) && continues(last, edges, other.line))
      .toSorted((a, b) => a.line.box.y - b.line.box.y)[0]
    if (next === undefined || isLabelled(next) || isRuledOff(page.rules, last.box, next.line.box))
      return found
    if (isSentence(next.line, found) || belongsToAnother(page, of, next) || CLOSING.test(next.line.text))
      return found
    found.push(next.line)
  }
}

/** Whether a line below an address is running text: many words, most of them small, and far wider than the lines above. */
const isSentence = ({ words, box }: TextLine, value: readonly TextLine[]): boolean =>
  value.length > 1 &&
  words.length > 8 &&
  words.filter(({ text }) => /^\p{Ll}/u.test(text)).length > words.length / 2 &&
  box.width > 1.5 * Math.max(...value.map((line) => line.box.width))

function continues(last: TextLine, edges: readonly number[], { box }: TextLine): boolean {
  const height = Math.max(last.box.height, box.height)
  const gap = box.y - bottom(last.box)
  return (
    gap > -0.5 * height &&
    gap < FARTHEST * height &&
    edges.some((edge) => Math.abs(box.x - edge) < 1.2 * height)
  )
}

/** Whether a line is the value of a label that stands to its left. */
function belongsToAnother(page: MarkedPage, of: MarkedLine, { line }: MarkedLine): boolean {
  return page.lines.some((other) => {
    const label = other.labels.at(-1)
    if (label === undefined || other === of || label.behind.length > 0 || label.label?.means === 'member')
      return false
    if (shared(label.box, of.line.box) > 0 && label.box.x === of.line.box.x) return false
    return right(label.box) <= line.box.x && toTheRight(page, label.box) === line
  })
}

/** A label of a line that no address block has. */
const isLabelled = ({ labels }: MarkedLine): boolean => labels.some(({ label }) => label?.means !== 'member')

function isRuledOff(rules: readonly Rule[], above: Box, under: Box): boolean {
  return rules.some(({ direction, box }) => {
    const down = box.y + box.height / 2
    const across = Math.min(right(box), right(above), right(under)) - Math.max(box.x, above.x, under.x)
    const between = down > above.y + above.height / 2 && down < under.y + under.height / 2
    return direction === 'horizontal' && between && across > 0
  })
}

const shared = (one: Box, other: Box): number =>
  Math.min(bottom(one), bottom(other)) - Math.max(one.y, other.y)
