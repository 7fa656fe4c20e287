import type { Chance } from '../data/chance.js'
import { type CoarseField, coarseField, fillRow } from './coarse-field.js'
import type { Picture } from './picture.js'
import { radians } from './plane.js'

const GRID = 120

/** A part of the light (0 to 1) that reaches a place, given in parts of width and height. */
type Reaching = (x: number, y: number) => number

/** Lights a scene unevenly, as a lamp and whoever stands before it do, in place. */
export function lightUp({ width, height, pixels }: Picture, chance: Chance): void {
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
