import type { Homography } from '../page/recognised-page.js'

/** A place in a plane: x to the right, y downwards. */
export type Point = readonly [x: number, y: number]

/** Four corners, clockwise from the upper left one. */
export type Corners = readonly [Point, Point, Point, Point]

export function mapped([a, b, c, d, e, f, g, h, i]: Homography, [x, y]: Point): Point {
  const w = g * x + h * y + i
  return [(a * x + b * y + c) / w, (d * x + e * y + f) / w]
}

/** One map and then another: `after(second, first)`. */
export function after(second: Homography, first: Homography): Homography {
  const [a, b, c, d, e, f, g, h, i] = first
  const row = (k: number, l: number, m: number): readonly [number, number, number] => [
    k * a + l * d + m * g,
    k * b + l * e + m * h,
    k * c + l * f + m * i,
  ]
  const [j, k, l, m, n, o, p, q, r] = second
  return [...row(j, k, l), ...row(m, n, o), ...row(p, q, r)]
}

/** The map that leads back, but for the scale of its rows, which does not matter to where it leads. */
export const adjugate = ([a, b, c, d, e, f, g, h, i]: Homography): Homography => [
  e * i - f * h,
  c * h - b * i,
  b * f - c * e,
  f * g - d * i,
  a * i - c * g,
  c * d - a * f,
  d * h - e * g,
  b * g - a * h,
  a * e - b * d,
]

/** The map that leads back. */
export function inverse(map: Homography): Homography {
  const [j, k, l, m, n, o, p, q, r] = adjugate(map)
  const [a, b, c] = map
  const by = 1 / (a * j + b * m + c * p)
  return [j * by, k * by, l * by, m * by, n * by, o * by, p * by, q * by, r * by]
}

export const scaled = (across: number, down = across): Homography => [across, 0, 0, 0, down, 0, 0, 0, 1]

/** Turned clockwise about a point. */
export function turnedAbout([x, y]: Point, degrees: number): Homography {
  const cos = Math.cos((degrees * Math.PI) / 180)
  const sin = Math.sin((degrees * Math.PI) / 180)
  return [cos, -sin, x - cos * x + sin * y, sin, cos, y - sin * x - cos * y, 0, 0, 1]
}

/**
 * From the square of side 1 to four corners. The closed form is that of P. Heckbert, Fundamentals of texture mapping and image
 * warping, 1989, section 2.2.3.
 */
export function fromUnitSquare([[x0, y0], [x1, y1], [x2, y2], [x3, y3]]: Corners): Homography {
  const [dx1, dx2, dx3] = [x1 - x2, x3 - x2, x0 - x1 + x2 - x3]
  const [dy1, dy2, dy3] = [y1 - y2, y3 - y2, y0 - y1 + y2 - y3]
  const by = dx1 * dy2 - dx2 * dy1
  const g = (dx3 * dy2 - dx2 * dy3) / by
  const h = (dx1 * dy3 - dx3 * dy1) / by
  return [x1 - x0 + g * x1, x3 - x0 + h * x3, x0, y1 - y0 + g * y1, y3 - y0 + h * y3, y0, g, h, 1]
}
