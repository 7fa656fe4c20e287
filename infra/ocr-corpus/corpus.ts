import type { FieldName } from '@ecmr/domain'
import type { ReadValue } from '@ecmr/ocr'
import type { RecognisedWord, Rule } from '@ecmr/ocr/testing'

/** How the particulars are laid out on paper. */
export const layouts = ['cmr', 'delivery_note', 'letter', 'two_columns'] as const
export type Layout = (typeof layouts)[number]

export const languages = ['es', 'en', 'fr', 'de'] as const
export type PaperLanguage = (typeof languages)[number]

/** What happened to the paper on its way to the service. */
export const qualities = ['clean', 'noisy', 'skewed', 'photographed'] as const
export type Quality = (typeof qualities)[number]

/** What stands on a page, by the names of a note's fields: all of it, and nothing else. */
export type Truth = Readonly<Partial<Record<FieldName, ReadValue>>>

/** A page as a printer would make it, with everything that is known about it. */
export interface DrawnPage {
  /** RGBA, row by row */
  readonly pixels: Uint8ClampedArray
  readonly width: number
  readonly height: number
  readonly truth: Truth
  /** where each word stands, as perfect recognition would see it */
  readonly words: readonly RecognisedWord[]
  /** the printed lines */
  readonly rules: readonly Rule[]
}

/** One page of the corpus. */
export interface CorpusPage {
  /** such as `cmr-es-clean-0007` */
  readonly id: string
  readonly layout: Layout
  readonly language: PaperLanguage
  readonly quality: Quality
  /** the same seed makes the same bytes */
  readonly seed: number
}

/** So many notes are there of each layout in each language and quality. */
export const NOTES_EACH = 13

/** Which pages of the corpus are wanted; what is absent does not matter. */
export interface Choice {
  readonly layout?: Layout
  readonly language?: PaperLanguage
  readonly quality?: Quality
  /** at most so many */
  readonly pages?: number
}

/**
 * All pages of the corpus that a seed makes, each with particulars of its own: first one of each kind, then a second of each,
 * so that any number of them from the start is as mixed as can be.
 */
export function corpus(seed: number): readonly CorpusPage[] {
  const numbers = Array.from({ length: NOTES_EACH }, (_, before) => before + 1)
  return numbers.flatMap((number) => kinds().map((kind) => pageOf(kind, number, seed)))
}

/** The pages of a corpus that are wanted, in its order. */
export function chosenPages(seed: number, { pages, ...kind }: Choice): readonly CorpusPage[] {
  const wanted = corpus(seed).filter(
    (page) =>
      page.layout === (kind.layout ?? page.layout) &&
      page.language === (kind.language ?? page.language) &&
      page.quality === (kind.quality ?? page.quality),
  )
  return wanted.slice(0, pages ?? wanted.length)
}

type Kind = Pick<CorpusPage, 'layout' | 'language' | 'quality'>

function kinds(): readonly Kind[] {
  return layouts.flatMap((layout) =>
    languages.flatMap((language) => qualities.map((quality) => ({ layout, language, quality }))),
  )
}

function pageOf(kind: Kind, number: number, seed: number): CorpusPage {
  const id = [kind.layout, kind.language, kind.quality, String(number).padStart(4, '0')].join('-')
  return { id, ...kind, seed: seedFor(`${seed} ${id}`) }
}

// FNV-1a, 32 bits.
function seedFor(text: string): number {
  const stirred = [...text].reduce(
    (hash, letter) => Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193),
    0x811c9dc5,
  )
  return stirred >>> 0
}
