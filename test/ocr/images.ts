import { readFileSync } from 'node:fs'
import type { ImageType } from '@ecmr/ocr'

const inFile = (file: string): string =>
  readFileSync(new URL(`../../ocr/data/images/${file}`, import.meta.url), 'base64')

/** Images of 61 by 47 pixels, of each kind that is read, in base64. */
export const images = {
  png: inFile('plain.png'),
  jpeg: inFile('plain.jpg'),
  webpLossy: inFile('lossy.webp'),
  webpLossless: inFile('lossless.webp'),
  webpAlpha: inFile('alpha.webp'),
} as const
export type ImageName = keyof typeof images
export const imageNames = ['png', 'jpeg', 'webpLossy', 'webpLossless', 'webpAlpha'] as const

/** Images of that size, red at the top and blue at the bottom, of kinds that browsers do not write. */
export const kinds = [
  'cmyk.jpg',
  'progressive.jpg',
  'grey.jpg',
  'deep.png',
  'interlaced.png',
  'palette.png',
].map((file) => ({ file, base64: inFile(file) }))

export const width = 61
export const height = 47

export const typeOf: Readonly<Record<ImageName, ImageType>> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  webpLossy: 'image/webp',
  webpLossless: 'image/webp',
  webpAlpha: 'image/webp',
}

/** An image as a client sends it. */
export const dataUrl = (name: ImageName): string => `data:${typeOf[name]};base64,${images[name]}`
