import { bodyValidators } from '@ecmr/contract'
import { ecmrFields } from '@ecmr/domain'
import type { FoundGoods, GoodsLine } from '../fields/goods/goods-line.js'
import type { OnPage } from '../pages/found-page.js'
import type { ReadGoodsLine, ReadingWarning } from '../port.js'
import { type Placing, roundedBounds, roundedPart } from './bounds.js'
import { REVIEW_BELOW } from './review-below.js'

/** The lines of goods as the answer gives them. */
export interface GoodsOfAnswer {
  /** what can be posted */
  readonly values: readonly GoodsLine[]
  /** how each of them was read, in the same order */
  readonly lines: readonly ReadGoodsLine[]
  readonly warnings: readonly ReadingWarning[]
}

/**
 * The lines of goods that a creation would take. Others are left out, with one warning; another one says how many are to be reviewed.
 *
 * @param isDoubtful whether everything that the paper says is
 */
export function goodsOfAnswer(
  found: readonly OnPage<FoundGoods>[],
  place: Placing,
  isDoubtful: boolean,
): GoodsOfAnswer {
  const taken = found.filter(({ line }) => bodyValidators.validate(ecmrFields.goods_items, [line]))
  const lines = taken.map((goods) => readGoods(goods, place, isDoubtful))
  const refused = found.length - taken.length
  const doubtful = lines.filter(({ needs_review }) => needs_review).length
  return {
    values: taken.map(({ line }) => line),
    lines,
    warnings: [
      ...(refused === 0
        ? []
        : [warning('invalid_value', `${refused} lines of goods hold no such values and were left out.`)]),
      ...(doubtful === 0
        ? []
        : [warning('goods_items_unsure', `${doubtful} of ${lines.length} lines of goods need review.`)]),
    ],
  }
}

function readGoods(
  { confidence, box, members, page }: OnPage<FoundGoods>,
  place: Placing,
  isDoubtful: boolean,
): ReadGoodsLine {
  const sure = roundedPart(confidence)
  const words = Object.values(members).flatMap((member) => member.words)
  return {
    confidence: sure,
    source_text: words.map(({ text }) => text).join(' '),
    bbox: roundedBounds(place(box, page)),
    needs_review: isDoubtful || sure < REVIEW_BELOW,
    page,
  }
}

const warning = (code: string, message: string): ReadingWarning => ({ code, message, field: 'goods_items' })
