import type { TextLine } from '../../page/text-lines.js'
import type { FoundField } from '../read-form.js'
import { type Hints, readDate, readPlace } from '../values/index.js'
import { fieldOf } from './found-words.js'

const JOIN = /^\s*,?\s*(?:a|le|den|the|el)?\s*$/iu

/** Where and when a letter was written: a line such as `Lyon, le 20 novembre 2026` and nothing else. */
export function placeAndDate(line: TextLine, hints: Hints): readonly FoundField[] {
  const date = readDate(line.text, hints)
  if (date === undefined || !line.text.endsWith(date.source)) return []
  const before = line.text.slice(0, line.text.length - date.source.length)
  const [town = '', ...rest] = before.split(',')
  const place = readPlace(town.trim())
  if (place?.city?.value !== town.trim() || !JOIN.test(rest.join(',')) || rest.length !== 1) return []
  return [
    fieldOf('issue_place', { value: town.trim(), source: town.trim(), plausibility: 1 }, [line], 0.95),
    fieldOf('issue_date', date, [line], 0.95),
  ]
}
