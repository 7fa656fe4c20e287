import type { Chance } from '../../data/chance.js'
import type { PaperLanguage } from '../../drawn-page.js'
import type { CaptionPlace, Family, Habit } from '../families.js'
import { type Face, mm, PAGE } from '../paper/sheet.js'
import { DoesNotFit, type TableStyle } from '../paper/text-block.js'
import { colon, type Drawing } from '../printed/habits.js'

/** How one paper of a family looks. */
export interface Style {
  readonly left: number
  readonly width: number
  readonly caption: Face
  readonly value: Face
  /** of titles and letterheads */
  readonly strong: Face
  readonly captions: CaptionPlace
  readonly columns: number
  readonly partyColumns: number
  readonly capitals: boolean
  readonly colon: string
  /** between a caption and a value below it, in pixels */
  readonly gap: number
  readonly leading: number
  readonly rule: { readonly weight: number; readonly ink: string }
  readonly underlined: boolean
  readonly ground: 'light' | 'dark'
  readonly table: TableStyle
}

/** What is drawn, as what. */
export interface Composition extends Drawing {
  readonly family: Family
  readonly style: Style
}

/** Whether papers of a family have something. */
export const has = ({ habits = [] }: Family, habit: Habit): boolean => habits.includes(habit)

// A table of more lines than that is printed small and close, to find room on one page.
const MANY_LINES = 20

/** The look of one paper of a family with so many lines of goods. */
export function styleOf(family: Family, chance: Chance, language: PaperLanguage, lines: number): Style {
  const isLong = lines > MANY_LINES
  const left = mm(chance.between(13, 21))
  const size = isLong ? 19 : chance.whole(22, 26)
  const typeface = chance.oneOf(family.typefaces)
  const value: Face = { typeface, size, ink: chance.oneOf(['#0a0a0a', '#111111', '#1b1b3a']) }
  const captions = chance.oneOf(family.captions)
  const ink = chance.oneOf(family.captionInks)
  const caption: Face = {
    typeface: chance.happens(0.7) ? typeface : chance.oneOf(family.typefaces),
    size: has(family, 'small captions')
      ? Math.round(size * chance.between(0.72, 0.85))
      : size - chance.whole(0, 3),
    bold: !has(family, 'small captions') && chance.happens(0.6),
    ink,
    ...(has(family, 'spaced captions') && { spacing: chance.whole(1, 3) }),
  }
  const rule = { weight: chance.oneOf([1, 1, 2]), ink: chance.oneOf(['#222222', '#666666', '#8a8a8a']) }
  const small = { ...value, size: isLong ? chance.whole(16, 17) : size - 1 }
  return {
    left,
    width: PAGE.width - 2 * left,
    caption,
    value,
    strong: { ...value, bold: true, ink, size: chance.whole(32, 42) },
    captions,
    columns: chance.oneOf(family.columns),
    partyColumns: chance.oneOf(family.partyColumns),
    capitals: has(family, 'capital captions'),
    colon: captions === 'before' || chance.happens(0.4) ? colon(language) : '',
    gap: has(family, 'wide gap') ? Math.round(size * chance.between(0.8, 1.7)) : chance.whole(1, 6),
    leading: isLong ? 1.2 : chance.between(1.2, 1.4),
    rule,
    underlined: has(family, 'underlined values') && chance.happens(0.4),
    ground: chance.oneOf(['light', 'dark']),
    table: {
      head: { ...small, bold: chance.happens(0.7), ink: ink.startsWith('#1') ? ink : '#222222' },
      body: small,
      rules: chance.oneOf(family.table),
      padding: isLong ? 1 : chance.whole(5, 9),
      ...rule,
    },
  }
}

/** A caption as a family prints it. */
export const captionText = ({ capitals, colon: end }: Style, label: string): string =>
  `${capitals ? label.toUpperCase() : label}${end}`

// What printers leave free below.
const MARGIN = mm(9)

/** How far down the page ends; @throws DoesNotFit when something is below that */
export function onPage(y: number): number {
  if (y > PAGE.height - MARGIN) throw new DoesNotFit('the page is full')
  return Math.ceil(y)
}
