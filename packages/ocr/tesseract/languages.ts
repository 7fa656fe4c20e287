import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'

/**
 * The languages that a page is recognised in, all at once, by the names of their data. The engine takes the later ones only for what
 * it is not sure of in the earlier ones.
 */
export const languages = ['spa', 'eng', 'fra', 'deu'] as const

const { resolve } = createRequire(import.meta.url)

/** The file names and unpacked data of all languages, which both engines read. Each comes in an npm package of its own. */
export function languageData(): Promise<readonly { readonly file: string; readonly data: Buffer }[]> {
  return Promise.all(
    languages.map(async (language) => {
      const installed = dirname(resolve(`@tesseract.js-data/${language}/package.json`))
      const file = `${language}.traineddata`
      const packed = await readFile(join(installed, '4.0.0_best_int', `${file}.gz`))
      return { file, data: await promisify(gunzip)(packed) }
    }),
  )
}
