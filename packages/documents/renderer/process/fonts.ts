import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { codePointsOf } from './code-points.js'

const { resolve } = createRequire(import.meta.url)

/** The typefaces of documents, in the order in which a character is looked for; of each its styles. */
const typefaces = [
  {
    name: 'Noto Sans',
    styles: [
      'noto-sans/400Regular/NotoSans_400Regular.ttf',
      'noto-sans/400Regular_Italic/NotoSans_400Regular_Italic.ttf',
      'noto-sans/700Bold/NotoSans_700Bold.ttf',
    ],
  },
  {
    name: 'Noto Sans Arabic',
    styles: [
      'noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf',
      'noto-sans-arabic/700Bold/NotoSansArabic_700Bold.ttf',
    ],
  },
  {
    name: 'Noto Sans Hebrew',
    styles: [
      'noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf',
      'noto-sans-hebrew/700Bold/NotoSansHebrew_700Bold.ttf',
    ],
  },
  // It has the square that stands for what no font has.
  {
    name: 'Noto Sans Symbols 2',
    styles: ['noto-sans-symbols-2/400Regular/NotoSansSymbols2_400Regular.ttf'],
  },
] as const

// The compiler always looks at the fonts of the system too, and one of these names may be among them, in another version: then the same
// document would have other bytes elsewhere.
const INSTALLED_NAME = 'Noto '
const OWN_NAME = 'Ecmr '

/** By these names templates know the fonts, the first before all others. */
export const families: readonly string[] = typefaces.map(({ name }) => name.replace(INSTALLED_NAME, OWN_NAME))

export interface Fonts {
  readonly blobs: readonly Buffer[]
  /** whether every style of a typeface shows this code point */
  readonly has: (codePoint: number) => boolean
  /** whether the first typeface does, which needs no other for any text of its own */
  readonly hasAlone: (codePoint: number) => boolean
}

/** Reads the fonts that are installed with this package. Throws when one is missing. */
export function loadFonts(): Fonts {
  const loaded = typefaces.map(({ styles }) =>
    styles.map((style) => readFileSync(resolve(`@expo-google-fonts/${style}`))),
  )
  const shown = loaded.map((styles) => inAll(styles.map(codePointsOf)))
  const [alone, all] = [new Set(shown[0]), new Set(shown.flat())]
  return {
    blobs: loaded.flat().map(withOwnName),
    has: (codePoint) => all.has(codePoint),
    hasAlone: (codePoint) => alone.has(codePoint),
  }
}

function inAll([first, ...others]: readonly ReadonlySet<number>[]): readonly number[] {
  return [...(first ?? [])].filter((codePoint) => others.every((other) => other.has(codePoint)))
}

const bigEndian = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16()

/** A font under our name for its family: of equal length, so that everything stays where it is. */
function withOwnName(font: Buffer): Buffer {
  const [installed, own] = [bigEndian(INSTALLED_NAME), bigEndian(OWN_NAME)]
  for (let at = font.indexOf(installed); at >= 0; at = font.indexOf(installed, at + own.length))
    own.copy(font, at)
  return font
}
