import type { Chance } from '../../data/chance.js'
import { typefaces } from '../../fonts.js'
import type { Face } from '../paper/face.js'
import { mm, PAGE } from '../paper/sheet.js'
import type { TableStyle } from '../paper/table.js'

export interface NoteStyle {
  readonly left: number
  readonly width: number
  readonly body: Face
  readonly strong: Face
  /** of the letterhead */
  readonly colour: string
  readonly table: TableStyle
  readonly boxesAddresses: boolean
}

export function someStyle(chance: Chance): NoteStyle {
  const left = mm(chance.between(14, 20))
  const typeface = chance.oneOf(['Arimo', 'Arimo', ...typefaces] as const)
  const body: Face = { typeface, size: chance.whole(22, 26), ink: '#111111' }
  const strong: Face = { ...body, bold: true }
  const ink = chance.oneOf(['#222222', '#666666', '#1f3f77'])
  return {
    left,
    width: PAGE.width - 2 * left,
    body,
    strong,
    colour: chance.oneOf(['#111111', '#1f3f77', '#7a1f1f', '#1d5c3a']),
    table: {
      head: strong,
      body,
      rules: chance.oneOf(['all', 'horizontal', 'head', 'none']),
      ink,
      weight: chance.oneOf([1, 2]),
    },
    boxesAddresses: chance.happens(0.5),
  }
}
