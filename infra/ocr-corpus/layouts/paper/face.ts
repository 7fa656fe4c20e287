import type { Typeface } from '../../fonts.js'

/** How a text is printed. Sizes and places are pixels of 1/200 inch. */
export interface Face {
  readonly typeface: Typeface
  readonly size: number
  readonly bold?: boolean
  readonly italic?: boolean
  readonly ink: string
}

export function canvasFont({ typeface, size, bold, italic }: Face): string {
  return `${italic ? 'italic ' : ''}${bold ? '700' : '400'} ${size}px "Corpus ${typeface}"`
}

export const resized = (face: Face, size: number): Face => ({ ...face, size })
