import type { FieldName } from '@ecmr/domain'
import type { TextLine } from '../../../page/text-lines.js'
import { likelihoodOfWriting } from '../../doubtful-writing.js'
import type { FoundField } from '../../read-form.js'
import type { Hints } from '../../values/hints.js'
import type { FilledBox } from '../filled-form.js'
import { foundInBox } from '../found-in-box.js'

/** Free text, its lines joined with a space. Words that broke at the end of a line are left as they stand. */
export function textField(
  name: FieldName,
  filled: FilledBox | undefined,
  hints: Hints,
  lines: readonly TextLine[] = filled?.lines ?? [],
): readonly FoundField[] {
  const text = lines.map((line) => line.text).join(' ')
  if (filled === undefined || !/[\p{L}\p{N}]/u.test(text)) return []
  return [
    foundInBox(
      name,
      filled,
      lines,
      { value: text, source: text, plausibility: likelihoodOfWriting(text, hints) },
      'text',
    ),
  ]
}
