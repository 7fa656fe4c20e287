import type { Caption } from '../captions/caption.js'

// What the templates are given, as JSON. Everything in it is text to be set as it stands.

/** A line of a box. */
export interface Line {
  readonly label?: string
  readonly text: string
  /** `strong`: what the box is about; `missing`: a particular that the regime asks for; `quiet`: small print; `warning`: small print to be noticed */
  readonly tone?: 'strong' | 'missing' | 'quiet' | 'warning'
}

/** A drawn signature. */
export interface Picture {
  /** of its image */
  readonly name: string
  readonly alt: string
}

/** A captioned part of a page. */
export interface Box {
  /** of the form; a letter in the control document; empty without one */
  readonly number: string
  readonly caption: Caption
  /** who answers for it */
  readonly answers?: string
  readonly lines: readonly Line[]
  readonly picture?: Picture
}

export interface Column {
  readonly number: string
  readonly caption: Caption
  readonly isNumeric: boolean
}

export interface Cell {
  readonly text: string
  readonly isMissing?: true
}

/** A table with a row of sums, if it has one. */
export interface Table {
  readonly columns: readonly Column[]
  readonly rows: readonly (readonly Cell[])[]
  readonly totals: readonly (readonly Cell[])[]
}

/** What one event changed. */
export interface Modification {
  readonly at: string
  readonly by: string
  readonly reason: Line | null
  readonly changes: readonly { readonly particular: string; readonly old: string; readonly new: string }[]
}

/** What both kinds of document have. */
export interface PageData {
  readonly kind: string
  readonly name: Caption
  readonly number: Line
  readonly facts: readonly Line[]
  /** words across every page */
  readonly mark: { readonly text: string; readonly isFinal: boolean } | null
  readonly qr: {
    readonly svg: string
    /** share of the picture's side that is margin, on each side */
    readonly quiet: number
    readonly alt: string
    readonly url: string
    readonly words: string
  } | null
  readonly foot: {
    readonly name: string
    /** with `{n}` and `{m}` */
    readonly page: string
    readonly hash: string
    /** of the event log; empty without one */
    readonly checkpoint: string
    readonly procedures: string
  }
  readonly words: Readonly<Record<'continued' | 'reason', string>>
  readonly annex: {
    readonly caption: Caption
    readonly replaced: Caption
    readonly modifications: {
      readonly caption: Caption
      readonly columns: readonly Caption[]
      /** under the number of their note, where there are several */
      readonly entries: readonly (Modification & { readonly number: string })[]
    }
    readonly earlierSignatures: { readonly caption: Caption; readonly boxes: readonly Box[] }
  }
}
