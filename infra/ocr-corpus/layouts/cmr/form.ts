import type { Box } from '@ecmr/ocr'
import type { Chance } from '../../data/chance.js'
import type { PaperLanguage } from '../../drawn-page.js'
import { type Face, resized, type Sheet, typefaces } from '../paper/sheet.js'
import { block } from '../paper/text-block.js'

/** How a printer made the form, and how it was filled in. */
export interface Form {
  /** of the captions, the first one's largest */
  readonly languages: readonly PaperLanguage[]
  /** all captions of a box on one line */
  readonly capsOnOneLine: boolean
  readonly numbers: 'large' | 'inline' | 'framed'
  readonly ink: string
  readonly caption: Face
  readonly typing: Face
  /** of the rules, in pixels */
  readonly weight: number
  /** how far the typing is off its place, in pixels */
  readonly shift: readonly [number, number]
}

/** The copies of the form are printed in inks of their own. */
const inks = ['#101010', '#101010', '#1d1d1d', '#b3202a', '#1f4fa3', '#1d7040'] as const

export function form(chance: Chance, language: PaperLanguage): Form {
  const others = (['es', 'en', 'fr', 'de'] as const).filter((other) => other !== language)
  const howMany = chance.oneOf([0, 1, 1, 1, 2, 3])
  const english = others.filter((other) => other === 'en')
  const second =
    howMany === 1 && chance.happens(0.7) && english.length > 0 ? english : chance.someOf(others, howMany)
  const languages = [language, ...second]
  const ink = chance.oneOf(inks)
  const size = languages.length > 2 ? chance.whole(14, 15) : chance.whole(15, 18)
  return {
    languages,
    capsOnOneLine: languages.length === 2 && chance.happens(0.3),
    numbers: chance.oneOf(['large', 'inline', 'framed']),
    ink,
    caption: { typeface: chance.oneOf(['Arimo', 'Arimo', 'Tinos']), size, ink },
    typing: {
      typeface: chance.oneOf(typefaces),
      size: chance.whole(23, 28),
      bold: chance.happens(0.25),
      ink: chance.oneOf(['#000000', '#151515', '#1a1a40']),
    },
    weight: chance.oneOf([1, 2, 2, 3]),
    shift: [chance.whole(-3, 8), chance.whole(-2, 5)],
  }
}

/** The words of the form's first languages beside each other, equal ones once. */
export function inLanguages(
  form: Form,
  words: Readonly<Record<PaperLanguage, string>>,
  howMany: number,
): string {
  return [...new Set(form.languages.slice(0, howMany).map((language) => words[language]))].join(' / ')
}

const PAD = 8

/**
 * Prints the number and the captions of a box at its top.
 *
 * @returns the room below them
 */
export function caption(
  sheet: Sheet,
  form: Form,
  box: Box,
  number: number | undefined,
  words: Readonly<Record<PaperLanguage, string>>,
): Box {
  const texts = captionTexts(form, box, number, words)
  const taken = number === undefined ? PAD : printNumber(sheet, form, box, number)
  const room = {
    x: box.x + taken,
    y: box.y + 5,
    width: box.width - taken - PAD,
    height: Math.max(20, box.height / 2 - 6),
  }
  const below = block(sheet, texts, room, form.caption, { leading: 1.12 })
  const y = Math.max(below + 4, box.y + (number === undefined ? 8 : numberHeight(form) + 4))
  return { x: box.x + PAD * 2, y, width: box.width - PAD * 4, height: box.y + box.height - y - 6 }
}

// Low boxes have no room for a line in each language.
const LOW = 125

function captionTexts(
  form: Form,
  { height }: Box,
  number: number | undefined,
  words: Readonly<Record<PaperLanguage, string>>,
): readonly string[] {
  const languages = height < LOW ? form.languages.slice(0, 2) : form.languages
  const perLine = height < LOW || form.capsOnOneLine || languages.length > 2 ? 2 : 1
  const texts = languages.map((language) => words[language])
  const lines = texts.flatMap((_, at) =>
    at % perLine === 0 ? [texts.slice(at, at + perLine).join(' / ')] : [],
  )
  if (number === undefined || form.numbers !== 'inline') return lines
  return lines.map((line, index) => (index === 0 ? `${number}. ${line}` : line))
}

function numberHeight({ numbers, caption: { size } }: Form): number {
  return numbers === 'framed' ? size + 16 : numbers === 'large' ? size + 10 : 0
}

/** @returns how much of the box's width it takes */
function printNumber(sheet: Sheet, form: Form, { x, y }: Box, number: number): number {
  const face = resized({ ...form.caption, bold: true }, form.caption.size + 8)
  const width = sheet.widthOf(String(number), face)
  switch (form.numbers) {
    case 'inline':
      return PAD
    case 'large':
      sheet.write(String(number), x + PAD, y + face.size, face)
      return PAD * 2 + width
    case 'framed': {
      const side = Math.max(width + 10, face.size + 8)
      sheet.write(String(number), x + (side - width) / 2, y + face.size + 1, face)
      sheet.rule('vertical', x + side, y, numberHeight(form), form.weight, form.ink)
      sheet.rule('horizontal', x, y + numberHeight(form), side, form.weight, form.ink)
      return side + PAD
    }
    default:
      return form.numbers satisfies never
  }
}
