import { boxOf, textBlocks } from '../../page/line-blocks.js'
import { bottom } from '../../page/line-runs.js'
import type { Rule } from '../../page/recognised-page.js'
import type { TextLine } from '../../page/text-lines.js'
import type { FoundField } from '../read-form.js'
import type { Hints } from '../values/index.js'
import { endsWithLegalForm } from '../values/parties/legal-forms.js'
import { partyFields } from './party-fields.js'

// Nobody says that a letterhead is the sender's. On a delivery note it is, if it names a company and its town.
const CERTAIN = 0.95
const DOUBTFUL = 0.8

/** Who sends the goods, by the letterhead: the uppermost block of lines that has a company's name and a town. */
export function letterhead(
  lines: readonly TextLine[],
  rules: readonly Rule[],
  pageHeight: number,
  hints: Hints,
): readonly FoundField[] {
  const above = lines.filter(({ box }) => box.y < pageHeight * 0.3)
  for (const block of columns(above, rules)) {
    const fields = partyFields('sender', block, CERTAIN, hints)
    const has = (name: string): boolean => fields.some((field) => field.name === name)
    if (!has('sender_company_name') || !has('sender_postal_code')) continue
    const isCompany = endsWithLegalForm(block[0]?.text ?? '')
    return isCompany ? fields : fields.map((field) => ({ ...field, confidence: field.confidence * DOUBTFUL }))
  }
  return []
}

/** Blocks that begin at the same edge under each other, for the name is printed larger than what follows. */
function columns(lines: readonly TextLine[], rules: readonly Rule[]): readonly (readonly TextLine[])[] {
  const joined: TextLine[][] = []
  for (const { lines: block, box } of textBlocks(lines, rules).toSorted((a, b) => a.box.y - b.box.y)) {
    const above = joined.find((other) => {
      const edge = boxOf(other)
      const height = Math.max(...other.map((line) => line.box.height))
      return Math.abs(edge.x - box.x) < height && box.y - bottom(edge) < 1.5 * height && box.y > edge.y
    })
    if (above === undefined) joined.push([...block])
    else above.push(...block)
  }
  return joined
}
