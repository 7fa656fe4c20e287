import { createRequire } from 'node:module'
import { GlobalFonts } from '@napi-rs/canvas'

/** The typefaces that pages are printed and typed in. */
export const typefaces = ['Arimo', 'Tinos', 'Cousine', 'Courier Prime'] as const
export type Typeface = (typeof typefaces)[number]

const packages: Readonly<Record<Typeface, string>> = {
  Arimo: 'arimo',
  Tinos: 'tinos',
  Cousine: 'cousine',
  'Courier Prime': 'courier-prime',
}

let areRegistered = false

/** Makes the typefaces known to the canvas, once in a process. */
export function registerFonts(): void {
  if (areRegistered) return
  const { resolve } = createRequire(import.meta.url)
  for (const typeface of typefaces) {
    const name = packages[typeface]
    for (const cut of ['400-normal', '400-italic', '700-normal', '700-italic']) {
      const file = resolve(`@fontsource/${name}/files/${name}-latin-${cut}.woff2`)
      // Under a name of its own: the page looks the same where such fonts are installed.
      if (!GlobalFonts.registerFromPath(file, `Corpus ${typeface}`)) throw new Error(`${file} is no font`)
    }
  }
  areRegistered = true
}
