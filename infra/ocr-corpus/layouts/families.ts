import type { PaperLanguage } from '../drawn-page.js'
import type { Typeface } from './paper/sheet.js'
import type { TableStyle } from './paper/text-block.js'

/** What a paper is. The first three are notes whose particulars are to be read; of the others nothing is. */
export const paperKinds = [
  'cmr',
  'delivery_note',
  'consignment_note',
  'invoice',
  'order',
  'letter',
  'menu',
  'blank',
] as const
export type PaperKind = (typeof paperKinds)[number]

/** Where the caption of a value stands. */
export type CaptionPlace =
  /** on a line of its own */
  | 'above'
  /** in a column of captions */
  | 'beside'
  /** right before the value */
  | 'before'
  /** in the corner of the cell that holds the value */
  | 'in cell'
  /** in a cell of its own above that of the value, on a dark or light ground */
  | 'band'
  /** in a cell of its own on the left */
  | 'left cell'

/** Something that a paper has one of, in some place from top to bottom. */
export type Block =
  | 'title'
  | 'letterhead'
  | 'parties'
  | 'journey'
  | 'vehicle'
  /** vehicle and journey as a table with captions in its head */
  | 'strip'
  | 'goods list'
  | 'goods table'
  | 'clauses'
  | 'opening'
  | 'signatures'
  | 'small print'

/** Papers of one look: what all of them share. What is left open is decided paper by paper. */
export interface Family {
  readonly name: string
  /** whether one works with it or measures with it; the CMR form is the same everywhere */
  readonly split: 'work' | 'held-out' | 'both'
  readonly kind: PaperKind
  /** absent: all */
  readonly languages?: readonly PaperLanguage[]
  /** a row of words */
  readonly titles: string
  readonly blocks: readonly Block[]
  readonly captions: readonly CaptionPlace[]
  /** how many values stand beside each other */
  readonly columns: readonly (1 | 2 | 3)[]
  /** how many parties stand beside each other */
  readonly partyColumns: readonly (1 | 2 | 3)[]
  readonly table: readonly TableStyle['rules'][]
  /** of goods, at least and at most */
  readonly lines: readonly [number, number]
  readonly typefaces: readonly Typeface[]
  readonly captionInks: readonly string[]
  readonly habits?: readonly Habit[]
}

/** What else is peculiar to a family. */
export type Habit =
  | 'capital captions'
  | 'spaced captions'
  | 'small captions'
  /** a blank line between a caption and its value */
  | 'wide gap'
  | 'underlined values'
  | 'captioned addresses'
  | 'logo'
  | 'barcode'
  | 'holes'
  | 'signed across'
  | 'stamped across'
  | 'carbon copy'
  | 'dot matrix'
  /** what stands between the title and the signatures, in an order of each paper's own */
  | 'any order'

const BLACK = ['#111111', '#222222'] as const
const COLOURED = ['#1f3f77', '#7a1f1f', '#1d5c3a', '#222222'] as const
const GREY = ['#8c8c8c', '#9a9a9a', '#a6a6a6'] as const

/** Who consigns what to whom, in the usual order. */
const NOTE = { split: 'work', kind: 'consignment_note', titles: 'columns.titles', table: ['all'] } as const
const DELIVERY = { split: 'work', kind: 'delivery_note', titles: 'note.titles' } as const
const HELD_OUT = { split: 'held-out' } as const

const SANS = ['Arimo', 'Arimo', 'Tinos'] as const
const ANY = ['Arimo', 'Tinos', 'Cousine', 'Courier Prime'] as const

/** Papers without a layout of their own. */
const MIXED = {
  captions: ['above', 'beside', 'before', 'in cell', 'band', 'left cell'],
  columns: [1, 2, 3],
  partyColumns: [1, 2, 3],
  table: ['all', 'horizontal', 'head', 'none', 'zebra'],
  typefaces: ANY,
} as const

/** What all papers share that are no notes. */
const OTHER = {
  blocks: [],
  captions: ['before'],
  columns: [1],
  partyColumns: [1],
  lines: [3, 9],
  typefaces: SANS,
  captionInks: BLACK,
} as const
/** The same, as other companies print them. */
const OTHER_LOOK = {
  ...OTHER,
  ...HELD_OUT,
  typefaces: ['Tinos', 'Courier Prime'],
  captionInks: GREY,
  habits: ['barcode'],
} as const

const table = [
  {
    name: 'cmr',
    split: 'both',
    kind: 'cmr',
    languages: ['es', 'en', 'fr', 'de'],
    titles: 'form.title',
    blocks: [],
    captions: ['in cell'],
    columns: [2],
    partyColumns: [2],
    table: ['all'],
    lines: [1, 3],
    typefaces: ANY,
    captionInks: BLACK,
  },

  // Families for work
  {
    ...DELIVERY,
    name: 'delivery_note',
    blocks: ['letterhead', 'parties', 'goods table', 'vehicle', 'clauses', 'signatures', 'small print'],
    captions: ['above', 'before'],
    columns: [1],
    partyColumns: [2],
    table: ['all', 'horizontal', 'head', 'none'],
    lines: [1, 3],
    typefaces: ['Arimo', 'Arimo', ...ANY],
    captionInks: COLOURED,
    habits: ['logo', 'barcode'],
  },
  {
    ...NOTE,
    name: 'two_columns',
    blocks: ['title', 'parties', 'journey', 'goods list', 'vehicle', 'clauses', 'signatures'],
    captions: ['above', 'beside'],
    columns: [2],
    partyColumns: [2],
    lines: [1, 1],
    typefaces: SANS,
    captionInks: ['#222222', '#555555', '#1f3f77'],
    habits: ['underlined values'],
  },
  {
    ...NOTE,
    name: 'letter',
    titles: 'letter.headings',
    blocks: ['title', 'parties', 'opening', 'goods list', 'vehicle', 'journey', 'clauses', 'signatures'],
    captions: ['before', 'beside'],
    columns: [1],
    partyColumns: [1],
    lines: [1, 1],
    typefaces: ANY,
    captionInks: ['#000000', '#1c1c1c'],
  },
  {
    ...NOTE,
    name: 'boxes',
    blocks: ['title', 'parties', 'journey', 'vehicle', 'goods table', 'clauses', 'signatures'],
    captions: ['in cell'],
    columns: [2, 3],
    partyColumns: [2, 3],
    lines: [1, 4],
    typefaces: SANS,
    captionInks: COLOURED,
    habits: ['small captions'],
  },
  {
    ...NOTE,
    name: 'heading_cells',
    blocks: ['letterhead', 'parties', 'journey', 'goods table', 'vehicle', 'signatures'],
    captions: ['band'],
    columns: [2, 3],
    partyColumns: [2],
    lines: [1, 3],
    typefaces: ['Arimo'],
    captionInks: BLACK,
    habits: ['logo', 'capital captions'],
  },
  {
    ...DELIVERY,
    name: 'long_list',
    blocks: ['letterhead', 'parties', 'goods table', 'vehicle', 'signatures'],
    captions: ['before'],
    columns: [2],
    partyColumns: [2],
    table: ['horizontal', 'head', 'none', 'zebra'],
    lines: [8, 60],
    typefaces: ['Arimo', 'Cousine'],
    captionInks: BLACK,
    habits: ['holes'],
  },
  {
    ...NOTE,
    name: 'grey_captions',
    blocks: ['title', 'parties', 'vehicle', 'goods list', 'journey', 'clauses', 'signatures'],
    captions: ['above'],
    columns: [2, 3],
    partyColumns: [2],
    lines: [1, 1],
    typefaces: ['Arimo'],
    captionInks: GREY,
    habits: ['wide gap', 'small captions'],
  },
  {
    ...NOTE,
    name: 'printer_list',
    blocks: ['title', 'journey', 'parties', 'goods table', 'vehicle', 'clauses'],
    captions: ['before', 'beside'],
    columns: [1, 2],
    partyColumns: [1, 2],
    table: ['none', 'head'],
    lines: [1, 6],
    typefaces: ['Cousine'],
    captionInks: BLACK,
    habits: ['dot matrix', 'capital captions', 'captioned addresses'],
  },
  {
    ...NOTE,
    name: 'carrier_first',
    blocks: ['title', 'vehicle', 'journey', 'parties', 'goods list', 'clauses', 'signatures', 'small print'],
    captions: ['left cell', 'beside'],
    columns: [1, 2],
    partyColumns: [1],
    lines: [1, 1],
    typefaces: SANS,
    captionInks: COLOURED,
    habits: ['stamped across'],
  },
  {
    ...NOTE,
    ...MIXED,
    name: 'mixed',
    blocks: ['title', 'parties', 'journey', 'vehicle', 'goods list', 'clauses', 'signatures', 'small print'],
    lines: [1, 1],
    captionInks: [...COLOURED, ...GREY],
    habits: ['any order', 'wide gap', 'captioned addresses'],
  },
  {
    ...NOTE,
    ...MIXED,
    name: 'mixed_heads',
    blocks: ['letterhead', 'parties', 'strip', 'goods table', 'clauses', 'signatures'],
    lines: [1, 6],
    captionInks: COLOURED,
    habits: ['any order', 'spaced captions', 'capital captions', 'logo', 'stamped across'],
  },
  {
    ...DELIVERY,
    ...MIXED,
    name: 'mixed_list',
    blocks: ['letterhead', 'parties', 'journey', 'vehicle', 'goods table', 'clauses', 'signatures'],
    lines: [3, 40],
    captionInks: COLOURED,
    habits: ['any order', 'small captions', 'signed across'],
  },
  {
    ...OTHER,
    split: 'work',
    name: 'invoice',
    kind: 'invoice',
    titles: 'invoice.titles',
    table: ['all', 'head'],
  },
  { ...OTHER, split: 'work', name: 'order', kind: 'order', titles: 'order.titles', table: ['all', 'none'] },
  {
    ...OTHER,
    split: 'work',
    name: 'plain_letter',
    kind: 'letter',
    titles: 'letter.subjects',
    table: ['none'],
  },
  { ...OTHER, split: 'work', name: 'menu', kind: 'menu', titles: 'menu.titles', table: ['none'] },
  { ...OTHER, split: 'both', name: 'blank', kind: 'blank', titles: 'menu.titles', table: ['none'] },

  // Families for measuring: not to be looked at while working on the reader
  {
    ...NOTE,
    ...HELD_OUT,
    name: 'strip_head',
    blocks: ['letterhead', 'strip', 'parties', 'goods table', 'clauses', 'signatures'],
    captions: ['above', 'in cell'],
    columns: [3],
    partyColumns: [2, 3],
    lines: [1, 5],
    typefaces: ['Arimo', 'Cousine'],
    captionInks: ['#44546a', '#222222'],
    habits: ['spaced captions', 'logo'],
  },
  {
    ...DELIVERY,
    ...HELD_OUT,
    name: 'dispatch_list',
    blocks: ['title', 'parties', 'vehicle', 'goods table', 'clauses', 'signatures', 'small print'],
    captions: ['above', 'beside'],
    columns: [3],
    partyColumns: [3],
    table: ['zebra', 'none', 'all'],
    lines: [6, 60],
    typefaces: ['Arimo', 'Tinos'],
    captionInks: COLOURED,
    habits: ['stamped across', 'barcode'],
  },
  {
    ...NOTE,
    ...HELD_OUT,
    name: 'haulier_form',
    blocks: ['letterhead', 'vehicle', 'parties', 'goods list', 'journey', 'signatures', 'small print'],
    captions: ['left cell', 'band'],
    columns: [2],
    partyColumns: [2],
    lines: [1, 1],
    typefaces: ['Tinos', 'Arimo'],
    captionInks: ['#7a1f1f', '#1d5c3a'],
    habits: ['signed across', 'capital captions', 'logo'],
  },
  {
    ...NOTE,
    ...HELD_OUT,
    name: 'typewritten',
    titles: 'letter.headings',
    blocks: ['title', 'opening', 'parties', 'goods list', 'journey', 'vehicle', 'clauses', 'signatures'],
    captions: ['above', 'before'],
    columns: [1, 2],
    partyColumns: [1, 2],
    lines: [1, 1],
    typefaces: ['Courier Prime'],
    captionInks: BLACK,
    habits: ['wide gap', 'captioned addresses'],
  },
  {
    ...NOTE,
    ...HELD_OUT,
    name: 'carbon_pad',
    blocks: ['title', 'parties', 'goods table', 'journey', 'vehicle', 'clauses', 'signatures'],
    captions: ['in cell', 'band'],
    columns: [2, 3],
    partyColumns: [1, 2],
    table: ['all', 'horizontal'],
    lines: [1, 4],
    typefaces: ['Courier Prime', 'Cousine'],
    captionInks: ['#2b4a9a', '#7a1f1f'],
    habits: ['carbon copy', 'holes', 'small captions'],
  },
  {
    ...DELIVERY,
    ...HELD_OUT,
    name: 'airy_note',
    blocks: ['letterhead', 'parties', 'journey', 'goods table', 'vehicle', 'clauses'],
    captions: ['above'],
    columns: [2, 3],
    partyColumns: [2, 3],
    table: ['head', 'none', 'horizontal'],
    lines: [1, 8],
    typefaces: ['Arimo', 'Tinos'],
    captionInks: GREY,
    habits: ['spaced captions', 'capital captions', 'small captions', 'wide gap', 'logo'],
  },
  {
    ...OTHER_LOOK,
    name: 'invoice_two',
    kind: 'invoice',
    titles: 'invoice.titles',
    table: ['zebra', 'horizontal'],
  },
  { ...OTHER_LOOK, name: 'order_two', kind: 'order', titles: 'order.titles', table: ['horizontal', 'head'] },
  { ...OTHER_LOOK, name: 'plain_letter_two', kind: 'letter', titles: 'letter.subjects', table: ['none'] },
  { ...OTHER_LOOK, name: 'menu_two', kind: 'menu', titles: 'menu.titles', table: ['none'] },
] as const satisfies readonly Family[]

/** The name of a family of layouts. */
export type Layout = (typeof table)[number]['name']

/** All families, the CMR form first. */
export const families: readonly (Family & { readonly name: Layout })[] = table

/** The names of all families. */
export const layouts: readonly Layout[] = families.map(({ name }) => name)

/** The family of that name. */
export function familyOf(layout: Layout): Family & { readonly name: Layout } {
  const family = families.find(({ name }) => name === layout)
  if (family === undefined) throw new Error(`there is no family ${layout}`)
  return family
}

/** Whether a paper is a note with particulars to be read. */
export const isNote = ({ kind }: Family): boolean =>
  kind === 'cmr' || kind === 'delivery_note' || kind === 'consignment_note'
