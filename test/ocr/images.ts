import type { ImageType } from '@ecmr/ocr'

/** Images of 37 by 23 pixels as a browser writes them, in base64. */
export const images = {
  png:
    'iVBORw0KGgoAAAANSUhEUgAAACUAAAAXCAYAAACMLIalAAAAQElEQVR4AezSsQ0AIAwDQZT9d4YVvgzSuXYRXTx3YeYsjKPqU0iR' +
    'qgK1Z1OkqkDt2RSpKlB7NkWqCtSeTX0t9QAAAP//OApvQAAAAAZJREFUAwBXtZObHpzzmwAAAABJRU5ErkJggg==',
  jpeg:
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAKBueIx4ZKCMgoy0qqC+8P//8Nzc8P//////////////////////////////////////' +
    '////////////////////2wBDAaq0tPDS8P//////////////////////////////////////////////////////////////////' +
    '////////////wAARCAAXACUDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAP/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QA' +
    'FAEBAAAAAAAAAAAAAAAAAAAAAP/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/ALAAAAAAAAAAAA//2Q==',
  webpLossy: 'UklGRjQAAABXRUJQVlA4ICgAAADwAgCdASolABcAP3G402I0ryqmJWgCkC4JaQAAKUNt8AD+7agAAAAA',
  webpLossless: 'UklGRh4AAABXRUJQVlA4TBEAAAAvJIAFAAfQ//73v/+BiOh/AAA=',
  webpAlpha:
    'UklGRl4AAABXRUJQVlA4WAoAAAAQAAAAJAAAFgAAQUxQSA8AAAABBxAREQASwv/vekT/0wgAVlA4ICgAAADwAgCdASolABcAP3G4' +
    '02I0ryqmJWgCkC4JaQAAKUNt8AD+7jwAAAAA',
} as const
export type ImageName = keyof typeof images

export const width = 37
export const height = 23

export const typeOf: Readonly<Record<ImageName, ImageType>> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  webpLossy: 'image/webp',
  webpLossless: 'image/webp',
  webpAlpha: 'image/webp',
}

/** An image as a client sends it. */
export const dataUrl = (name: ImageName): string => `data:${typeOf[name]};base64,${images[name]}`
