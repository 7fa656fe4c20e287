import { ONE_LINE, PRINTABLE, PRINTABLE_OR_EMPTY, textFault } from '@ecmr/domain'
import t from 'tap'

const fits = (pattern: string, text: string) => new RegExp(pattern, 'u').test(text)

t.test('text in any script is text', async (t) => {
  const texts = [
    'Aceites del Sur S.L.',
    'שלום עולם',
    '\u200fمرحبا (2026)\u200e',
    'کتاب\u200cها',
    '👩\u200d🔧 ❤\ufe0f',
    '\u200bx',
    '한국어',
    '橄榄油',
    '.',
  ]
  for (const text of texts)
    for (const pattern of [PRINTABLE, PRINTABLE_OR_EMPTY, ONE_LINE]) t.ok(fits(pattern, text), text)
  t.ok(fits(PRINTABLE, ' a\tb\r\n\u2028c'))
  t.notOk(fits(ONE_LINE, 'a\nb'))
  t.ok(fits(PRINTABLE_OR_EMPTY, ''))
})

t.test('what shows nothing is blank', async (t) => {
  for (const text of [
    '',
    ' ',
    '\u200b',
    '\u200b\u200d\ufeff',
    '\u2060',
    '\u3164',
    '\u00ad',
    '\u2800',
    '\t\n',
    '\u200f ',
  ]) {
    for (const pattern of [PRINTABLE, ONE_LINE]) t.notOk(fits(pattern, text), codePoints(text))
    t.equal(textFault(text), 'blank', codePoints(text))
  }
})

t.test('what turns the direction of text, and control characters, are refused anywhere in it', async (t) => {
  const turning = [0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069]
  for (const code of [...turning, 0x00, 0x07, 0x0b, 0x1b, 0x7f, 0x85, 0xd800]) {
    const mark = String.fromCharCode(code)
    for (const text of [`${mark}a`, `a${mark}b`, `a${mark}`, `\u200b${mark}a`]) {
      for (const pattern of [PRINTABLE, PRINTABLE_OR_EMPTY, ONE_LINE])
        t.notOk(fits(pattern, text), codePoints(text))
      t.equal(textFault(text), turning.includes(code) ? 'turns' : 'controls', codePoints(text))
    }
  }
})

function codePoints(text: string): string {
  return [...text].map((one) => `U+${one.codePointAt(0)?.toString(16)}`).join(' ')
}
