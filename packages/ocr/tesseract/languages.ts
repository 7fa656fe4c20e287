import { readFileSync } from 'node:fs'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/**
 * The languages that a page is recognised in, by the names of their data; those of one list at once. Spanish and English spoil little
 * of each other, while beside them French and German lose the most of their accents.
 */
export const languageSets = [['spa', 'eng'], ['fra'], ['deu']] as const
const languages = languageSets.flat()

const { resolve } = createRequire(import.meta.url)

/**
 * Loads with a folder that holds the data of all languages. Each comes in a package of its own while tesseract.js looks into one
 * folder, so that one is made of links, and removed when loading has ended.
 */
export async function withLanguageData<T>(load: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'ecmr-languages-'))
  try {
    await Promise.all(languages.map((language) => symlink(dataOf(language), join(folder, fileOf(language)))))
    return await load(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const fileOf = (language: string): string => `${language}.traineddata.gz`

function dataOf(language: string): string {
  const installed = dirname(resolve(`@tesseract.js-data/${language}/package.json`))
  return join(installed, '4.0.0_best_int', fileOf(language))
}

const description: unknown = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('tesseract.js/package.json'), 'utf8'),
)

/** Which tesseract.js is installed. */
export const tesseractVersion =
  typeof description === 'object' && description !== null && 'version' in description
    ? String(description.version)
    : 'unknown'
