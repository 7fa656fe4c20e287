import { likelihoodOfWriting } from '../../doubtful-writing.js'
import type { FoundField } from '../../read-form.js'
import type { Hints } from '../../values/hints.js'
import type { FilledBox } from '../filled-form.js'
import { foundInBox } from '../found-in-box.js'
import { rightOf } from '../neighbours.js'

/** Box 5: the documents that go along, one a line or between commas. */
export function documentFields(filled: FilledBox | undefined, hints: Hints): readonly FoundField[] {
  if (filled === undefined || filled.lines.length === 0) return []
  const source = filled.lines.map(({ text }) => text).join(' ')
  const documents = separated(wholeLines(filled)).map((text) => withOrdinalSign(text, hints))
  if (documents.length === 0) return []
  return [
    foundInBox(
      'documents',
      filled,
      filled.lines,
      { value: documents, source, plausibility: likelihoodOfWriting(source, hints) },
      'text',
    ),
  ]
}

/** The sign behind an n looks the same as a degree sign; which of them is written is a matter of the language. */
function withOrdinalSign(text: string, { language }: Hints): string {
  if (language === 'es') return text.replace(/\b([Nn])(\.?)°/g, '$1$2º')
  return language === 'fr' ? text.replace(/\b([Nn])º/g, '$1°') : text
}

/** A line goes on in the next one when the next one's first word had no room in it. */
function wholeLines({ lines, cell }: FilledBox): readonly string[] {
  const whole: string[] = []
  lines.forEach(({ text, box }, index) => {
    const above = lines[index - 1]
    const margin = box.x - cell.area.x
    const room = above === undefined ? 0 : rightOf(cell.area) - margin - rightOf(above.box) - 0.5 * box.height
    const hadRoom = above === undefined || (lines[index]?.words[0]?.box.width ?? 0) < room
    if (hadRoom) whole.push(text)
    else whole.push(`${whole.pop() ?? ''} ${text}`)
  })
  return whole
}

const separated = (lines: readonly string[]): readonly string[] =>
  lines
    .flatMap((line) => line.split(/[;,•·](?=\s|$)/))
    .map((document) => document.replace(/^[\s\-–•·*]+/, '').trim())
    .filter((document) => /[\p{L}\p{N}]/u.test(document))
