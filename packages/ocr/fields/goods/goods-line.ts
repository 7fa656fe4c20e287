import type { Box, RecognisedWord } from '../../page/recognised-page.js'

/** One line of goods, its members named as those of `goods_items` in a note; what is not printed or not understood is absent. */
export interface GoodsLine {
  readonly description: string
  readonly packages?: number
  readonly packaging?: string
  readonly marks?: string
  readonly weight_kg?: number
  readonly volume_m3?: number
  readonly hs_code?: string
}

/** One line and how it was read. */
export interface FoundGoods {
  readonly line: GoodsLine
  /** 0 to 1: that of its least sure member; more where the totals agree, less where they do not */
  readonly confidence: number
  /** on the page, in its pixels */
  readonly box: Box
  /** what each member was read of */
  readonly members: Members
}

/** What a line of goods may say, by the names of `goods_items` in a note and that of a note's dangerous goods. */
export type Member =
  | 'description'
  | 'packages'
  | 'packaging'
  | 'marks'
  | 'weight_kg'
  | 'volume_m3'
  | 'hs_code'
  | 'un_number'

/** A member as a row says it. */
export interface ReadMember {
  readonly value: string | number
  /** 0 to 1: by its words, its column, and how plausible it is */
  readonly sure: number
  readonly words: readonly RecognisedWord[]
}

export type Members = Readonly<Partial<Record<Member, ReadMember>>>
