import type { Chance } from '../data/chance.js'
import { coarseField, fillRow } from './coarse-field.js'
import { type Colour, type Picture, plain, type Size } from './picture.js'
import { stray } from './stray.js'

interface Surface {
  readonly colour: Colour
  /** how far its brightness differs from place to place, in steps of 255 */
  readonly contrast: number
  /** how many patches of brightness there are along and across */
  readonly patches: readonly [across: number, down: number]
}

const WOOD: readonly Colour[] = [
  [168, 122, 78],
  [116, 78, 50],
  [205, 172, 130],
]
const METAL: readonly Colour[] = [
  [118, 124, 130],
  [70, 76, 84],
]
const BOARD: readonly Colour[] = [
  [196, 194, 188],
  [52, 54, 60],
  [88, 104, 122],
]

/** Something that a page can lie on: a board of wood, the bonnet or bed of a lorry, a desk. */
export function tableTop(size: Size, chance: Chance): Picture {
  const surface = chance.oneOf<(chance: Chance) => Surface>([wood, metal, board])(chance)
  const picture = plain(size, surface.colour)
  const [across, down] = surface.patches
  const grain = coarseField(across, down, () => stray(chance) * surface.contrast)
  const broad = coarseField(9, 9, () => stray(chance) * surface.contrast)
  const fine = new Float32Array(size.width)
  const wide = new Float32Array(size.width)
  for (let y = 0; y < size.height; y++) {
    fillRow(grain, y / size.height, fine)
    fillRow(broad, y / size.height, wide)
    for (let x = 0; x < size.width; x++)
      brighten(picture, (y * size.width + x) * 4, (fine[x] ?? 0) + (wide[x] ?? 0))
  }
  return picture
}

function wood(chance: Chance): Surface {
  const lengthwise = chance.happens(0.5)
  return { colour: chance.oneOf(WOOD), contrast: 9, patches: lengthwise ? [7, 420] : [320, 9] }
}

const metal = (chance: Chance): Surface => ({ colour: chance.oneOf(METAL), contrast: 5, patches: [60, 60] })

const board = (chance: Chance): Surface => ({ colour: chance.oneOf(BOARD), contrast: 3, patches: [500, 660] })

function brighten({ pixels }: Picture, at: number, by: number): void {
  for (let colour = at; colour < at + 3; colour++) pixels[colour] = (pixels[colour] ?? 0) + by
}
