import type { RecognisedWord } from '../../page/recognised-page.js'
import { letterSize } from '../captions/letter-size.js'
import type { BoxCaption } from './box-caption.js'
import type { CmrLabel } from './captions/cmr-part.js'
import type { FormLabel } from './form-labels.js'
import { middleOf } from './neighbours.js'

const dangerous: readonly CmrLabel[] = ['un_number', 'adr_class', 'packing_group']

/** Print is this much larger than other print at most; what is typed is larger. */
const AS_SMALL = 1.2

/**
 * Words without those on the line that forms keep for dangerous goods, under the columns of the goods: what was misread of
 * its captions is no goods. Where somebody typed such words among the goods they are as large as these.
 */
export function withoutDangerStrip(
  words: readonly RecognisedWord[],
  labels: readonly FormLabel[],
  captions: readonly BoxCaption[],
): readonly RecognisedWord[] {
  const columns = captions.filter(({ box }) => box >= 6 && box <= 12)
  const print = letterSize(columns.flatMap((column) => column.captions.flatMap((each) => each.words)))
  if (print === undefined) return words
  const strip = labels
    .filter(({ label }) => dangerous.includes(label))
    .map(({ caption }) => caption)
    .filter((caption) => (letterSize(caption.words) ?? Infinity) <= AS_SMALL * print)
  return words.filter(
    ({ box }) => !strip.some((caption) => Math.abs(middleOf(caption.box) - middleOf(box)) < 0.8 * print),
  )
}
