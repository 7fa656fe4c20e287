import type { Box, RecognisedWord } from '../../page/recognised-page.js'

/** Words that are printed on forms to say what stands beside or below them, or to hint at what to write there. */
export interface KnownCaption<Meaning> {
  readonly means: Meaning
  /** ISO 639-1; null: the same in several */
  readonly language: string | null
  /** as printed, without the box's number; case, accents and punctuation do not matter */
  readonly text: string
}

/** A caption as it stands on a page. */
export interface FoundCaption<Meaning> {
  readonly caption: KnownCaption<Meaning>
  /** those of the page, left to right and line after line */
  readonly words: readonly RecognisedWord[]
  /** what its last word holds behind the caption, as `12/03/2026` in `Fecha:12/03/2026`; mostly nothing */
  readonly behind: string
  readonly box: Box
  /** 0 to 1: how well the words fit; 1 when every letter does */
  readonly certainty: number
}
