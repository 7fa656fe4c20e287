import { lineOf, type TextLine } from '../../page/text-lines.js'
import type { FormLabel } from './form-labels.js'

/** What is written behind a label, as one line; none when nothing is. */
export function labelLines({ words, behind, caption }: FormLabel): readonly TextLine[] {
  const last = caption.words.at(-1)
  const stuck = behind === '' || last === undefined ? [] : [{ ...last, text: behind }]
  const all = [...stuck, ...words]
  return all.length === 0 ? [] : [lineOf(all)]
}
