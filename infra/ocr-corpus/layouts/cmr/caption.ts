import type { Box } from '@ecmr/ocr'
import type { PaperLanguage } from '../../corpus-page.js'
import { resized } from '../paper/face.js'
import type { Sheet } from '../paper/sheet.js'
import { block } from '../paper/text-block.js'
import type { Form } from './form.js'

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
