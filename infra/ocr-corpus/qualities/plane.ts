import type { Homography } from '@ecmr/ocr/testing'

export type Point = readonly [x: number, y: number]

/** What the first map makes of what the second has made. */
export function after([a, b, c, d, e, f, g, h, i]: Homography, second: Homography): Homography {
  const [p, q, r, s, t, u, v, w, x] = second
  return [
    a * p + b * s + c * v,
    a * q + b * t + c * w,
    a * r + b * u + c * x,
    d * p + e * s + f * v,
    d * q + e * t + f * w,
    d * r + e * u + f * x,
    g * p + h * s + i * v,
    g * q + h * t + i * w,
    g * r + h * u + i * x,
  ]
}

/** The map that leads back; the third row's scale does not matter to it. */
export function inverse([a, b, c, d, e, f, g, h, i]: Homography): Homography {
  return [
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
}

export function mapped([a, b, c, d, e, f, g, h, i]: Homography, [x, y]: Point): Point {
  const w = g * x + h * y + i
  return [(a * x + b * y + c) / w, (d * x + e * y + f) / w]
}

export const moved = (x: number, y: number): Homography => [1, 0, x, 0, 1, y, 0, 0, 1]

export const scaled = (by: number): Homography => [by, 0, 0, 0, by, 0, 0, 0, 1]

/** Turned clockwise, y being downwards. */
export function turned(degrees: number): Homography {
  const cos = Math.cos(radians(degrees))
  const sin = Math.sin(radians(degrees))
  return [cos, -sin, 0, sin, cos, 0, 0, 0, 1]
}

export const radians = (degrees: number): number => (degrees * Math.PI) / 180
