import { languages, type PaperLanguage } from './drawn-page.js'
import { type Family, families, familyOf, type Layout } from './layouts/families.js'

/** What happened to the paper on its way to the service. */
export const qualities = ['clean', 'noisy', 'skewed', 'photographed'] as const
export type Quality = (typeof qualities)[number]

/** One page of the corpus. */
export interface CorpusPage {
  /** such as `cmr-es-clean-0007` */
  readonly id: string
  /** the name of its family of layouts */
  readonly layout: Layout
  readonly language: PaperLanguage
  readonly quality: Quality
  /** the same seed makes the same bytes */
  readonly seed: number
}

/** So many papers are there of each layout in each language and quality. */
export const PAPERS_EACH = 5

/** Families that one works with, those that one measures with, or all. */
export const splits = ['work', 'held-out', 'all'] as const
export type Split = (typeof splits)[number]

/** Which pages of the corpus are wanted; what is absent does not matter. */
export interface Choice {
  readonly families?: Split
  readonly layout?: Layout
  readonly language?: PaperLanguage
  readonly quality?: Quality
  /** at most so many */
  readonly pages?: number
}

/**
 * All pages of the corpus that a seed makes, each with particulars of its own: one of each family, then again one of each in
 * another language and quality, so that any number of them from the start is as mixed as can be.
 */
export function corpus(seed: number): readonly CorpusPage[] {
  const mostKinds = languages.length * qualities.length
  return Array.from({ length: PAPERS_EACH * mostKinds }, (_, turn) =>
    families.flatMap((family, place) => {
      const kinds = kindsOf(family)
      const kind = kinds[(turn * STRIDE + place) % kinds.length]
      const number = Math.floor(turn / kinds.length) + 1
      return kind && number <= PAPERS_EACH ? [pageOf(kind, number, seed)] : []
    }),
  ).flat()
}

// Shares no divisor with 24 or 16 kinds: every one has its turn, and neighbours differ in language and quality.
const STRIDE = 5

/** The pages of a corpus that are wanted, in its order. */
export function chosenPages(
  seed: number,
  { pages, families: split = 'all', ...kind }: Choice,
): readonly CorpusPage[] {
  const wanted = corpus(seed).filter(
    (page) =>
      isOf(familyOf(page.layout), split) &&
      page.layout === (kind.layout ?? page.layout) &&
      page.language === (kind.language ?? page.language) &&
      page.quality === (kind.quality ?? page.quality),
  )
  return wanted.slice(0, pages ?? wanted.length)
}

const isOf = (family: Family, split: Split): boolean =>
  split === 'all' || family.split === 'both' || family.split === split

type Kind = Pick<CorpusPage, 'layout' | 'language' | 'quality'>

const kindsOf = ({ name, languages: its = languages }: (typeof families)[number]): readonly Kind[] =>
  its.flatMap((language) => qualities.map((quality) => ({ layout: name, language, quality })))

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
