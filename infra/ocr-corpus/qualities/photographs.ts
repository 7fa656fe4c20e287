import type { Homography } from '@ecmr/ocr/testing'
import type { Chance } from '../data/chance.js'
import { addGrain, type CoarseField, coarseField, fillRow, softened, stray } from './flaws.js'
import { type Colour, type DegradedPage, type Picture, plain, type Size, stored } from './picture.js'
import { radians, textDirectionOf } from './plane.js'

/** How a page that lies on something darkens what is next to it. */
interface EdgeShadow {
  /** 0: not at all, 1: black */
  readonly depth: number
  /** in pixels of the page, until a third of it is left */
  readonly reach: number
}

/** Paints a page onto what it lies on, in place; `toPage` leads from pixels of the ground to those of the page. */
export function layOn(ground: Picture, page: Picture, toPage: Homography, shadow: EdgeShadow): void {
  const [a, b, c, d, e, f, g, h, i] = toPage
  const { width, height, pixels } = ground
  let at = 0
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 4) {
      const w = g * x + h * y + i
      const across = (a * x + b * y + c) / w
      const down = (d * x + e * y + f) / w
      const inside = Math.min(across, page.width - 1 - across, down, page.height - 1 - down)
      if (inside >= 0) sample(page, across, down, pixels, at)
      else darken(pixels, at, 1 - shadow.depth * Math.exp(inside / shadow.reach))
    }
}

/** What stands between four pixels of the page. */
function sample(page: Picture, x: number, y: number, to: Uint8ClampedArray, at: number): void {
  const { pixels } = page
  const left = Math.min(page.width - 2, Math.floor(x))
  const top = Math.min(page.height - 2, Math.floor(y))
  const right = x - left
  const low = y - top
  const above = (top * page.width + left) * 4
  const below = above + page.width * 4
  for (let colour = 0; colour < 3; colour++) {
    const one = (pixels[above + colour] ?? 0) * (1 - right) + (pixels[above + 4 + colour] ?? 0) * right
    const two = (pixels[below + colour] ?? 0) * (1 - right) + (pixels[below + 4 + colour] ?? 0) * right
    to[at + colour] = one * (1 - low) + two * low
  }
}

function darken(pixels: Uint8ClampedArray, at: number, left: number): void {
  for (let colour = at; colour < at + 3; colour++) pixels[colour] = (pixels[colour] ?? 0) * left
}

const GRID = 120

/** A part of the light (0 to 1) that reaches a place, given in parts of width and height. */
type Reaching = (x: number, y: number) => number

/** Lights a scene unevenly, as a lamp and a person in front of it do, in place. */
function lightUp({ width, height, pixels }: Picture, chance: Chance): void {
  const light = lightOn(chance)
  const gains = colourOfLight(chance)
  const black = chance.between(6, 26)
  const row = new Float32Array(width)
  for (let y = 0; y < height; y++) {
    fillRow(light, y / height, row)
    for (let x = 0; x < width; x++)
      for (let colour = 0; colour < 3; colour++) {
        const at = (y * width + x) * 4 + colour
        const value = black + ((pixels[at] ?? 0) * (255 - black)) / 255
        pixels[at] = value * (row[x] ?? 0) * (gains[colour] ?? 1)
      }
  }
}

function lightOn(chance: Chance): CoarseField {
  const level = chance.between(0.78, 0.95)
  const lamp = fallingOff(chance)
  const body = shadow(chance)
  const darkEdges = chance.between(0.08, 0.3)
  const lens: Reaching = (x, y) => 1 - darkEdges * ((x - 0.5) ** 2 + (y - 0.5) ** 2)
  return coarseField(GRID, GRID, (x, y) => level * lamp(x, y) * body(x, y) * lens(x, y))
}

/** Brighter towards one side. */
function fallingOff(chance: Chance): Reaching {
  const along = direction(chance)
  const by = chance.between(0.02, 0.22)
  return (x, y) => 1 - by * (0.5 - along(x, y))
}

/** A straight shadow, of an arm or of the telephone, with an edge that is more or less soft. */
function shadow(chance: Chance): Reaching {
  const along = direction(chance)
  const from = chance.between(-0.25, 0.3)
  const to = from + chance.between(0.25, 1)
  const soft = chance.between(0.015, 0.12)
  const depth = chance.between(0.12, 0.42)
  const step = (distance: number): number => 1 / (1 + Math.exp(-distance / soft))
  return (x, y) => 1 - depth * step(along(x, y) - from) * step(to - along(x, y))
}

/** How far a place lies in some direction from the middle. */
function direction(chance: Chance): Reaching {
  const angle = radians(chance.between(0, 360))
  return (x, y) => (x - 0.5) * Math.cos(angle) + (y - 0.5) * Math.sin(angle)
}

/** From the yellow of a bulb to the blue of the sky. */
function colourOfLight(chance: Chance): readonly number[] {
  const warmth = chance.between(-0.07, 0.13)
  return [1 + warmth / 2, 1 + chance.between(-0.02, 0.02), 1 - warmth]
}

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
function tableTop(size: Size, chance: Chance): Picture {
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

const SENSORS: readonly Size[] = [
  { width: 2448, height: 3264 },
  { width: 2736, height: 3648 },
  { width: 3000, height: 4000 },
]

/** Laid on a table and taken with a telephone. */
export function photographed(page: Picture, chance: Chance): DegradedPage {
  const photo = tableTop(frameFor(page, chance), chance)
  layOn(photo, softened(page, chance.between(0.4, 0.9)), textDirectionOf(page, photo, chance), {
    depth: chance.between(0.25, 0.6),
    reach: page.width / chance.between(60, 250),
  })
  lightUp(photo, chance)
  addGrain(photo, chance.between(2, 5), chance.between(1, 3), chance)
  return stored(photo, chance)
}

/** The telephone is held in the orientation of the page. */
function frameFor(page: Picture, chance: Chance): Size {
  const { width, height } = chance.oneOf(SENSORS)
  return page.width > page.height ? { width: height, height: width } : { width, height }
}
