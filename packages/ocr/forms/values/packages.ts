import type { FoundValue, Hints } from './found-value.js'
import { plainLetters } from './letters.js'
import { asDigits, DIGIT, REPAIRED } from './numbers.js'

// How packages are called, shortened to what all forms of a word share, without accents.
const stems =
  `pal[ae]|pall|europal|epal|eur pal|bult|caj|cart|colis|coli|kolli|pack|pieza|piece|stuck|sac|sack|big ?bag|bid|drum|
  fut|fass|ibc|gr[gv]|conten|contain|jaula|cage|cais|kist|box|crate|case|barril|barrel|bobin|coil|roll|rouleau|rol|unid|unit|uds?|
  gebind|karton|palett|gitterb|fard|ball|bale|bote|bidon|garraf|tambo|tonel|display|cubo|seau|eimer|cuba|europ|trays?|bandej`.replace(
    /\s*\n\s*/g,
    '',
  )

/** A word that says how goods are packed, in plain letters. */
const PACKING = `(?:${stems})\\p{L}{0,10}`

const COUNT = new RegExp(
  `(?<![\\p{L}\\p{N}.,/x×])(?<count>\\d${DIGIT}{0,4}|\\d[.]\\d{3})(?![\\p{N}.,/])\\s?(?<word>[\\p{L}][\\p{L}. -]{0,20})?`,
  'giu',
)
const PACKED = new RegExp(`^${PACKING}`, 'u')
const CAPTION = new RegExp(`(?:^| )${PACKING}$`, 'u')

/** How many packages a text speaks of. */
export function readPackageCount(text: string, _hints: Hints = {}): FoundValue<number> | undefined {
  const bare = text.trim()
  const counts = Array.from(text.matchAll(COUNT))
  const packed =
    counts.find(({ groups }) => PACKED.test(plainLetters(groups?.word ?? ''))) ??
    counts.find(({ index }) => CAPTION.test(plainLetters(text.slice(Math.max(0, index - 24), index))))
  const found = packed ?? counts.find(({ groups }) => groups?.count === bare)
  const count = found?.groups?.count
  const digits = count === undefined ? undefined : asDigits(count.replace('.', ''))
  if (count === undefined || digits === undefined) return undefined
  const value = Number(digits.digits)
  const usual = value > 0 && value < 10_000 ? 1 : 0.4
  return {
    value,
    source: count,
    plausibility: usual * (digits.repaired ? REPAIRED : 1) * (packed ? 1 : 0.96),
  }
}

/** How goods are packed: what a text says behind a number of packages, or by itself. */
export function readPackaging(text: string): FoundValue<string> | undefined {
  const words = text.replace(/^\s*\d[\d.]{0,6}\s*(?:x\s)?/i, '').trim()
  const [packing = ''] = words.split(/[,;(]/)
  const value = packing.replace(/\s+/g, ' ').trim()
  if (value === '' || !/\p{L}{2}/u.test(value) || value.length > 60) return undefined
  return { value, source: value, plausibility: PACKED.test(plainLetters(value)) ? 1 : 0.7 }
}
