import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type CorpusPage, chosenPages, PAPERS_EACH, qualities, splits } from './corpus.js'
import { imageOf, madePage } from './degrade-page.js'
import { languages } from './drawn-page.js'
import { type Family, families, familyOf } from './layouts/families.js'
import { load } from './load/load.js'
import { measure } from './measure/measure.js'
import { type Options, optionsIn } from './options.js'

/** Writes the image of each page, and beside it what is printed on it; returns how many bytes the images have. */
async function generate(pages: readonly CorpusPage[], directory: string): Promise<number> {
  await mkdir(directory, { recursive: true })
  let written = 0
  for (const page of pages) {
    const made = madePage(page)
    const { mediaType, bytes } = imageOf(made)
    const image = `${page.id}.${mediaType === 'image/png' ? 'png' : 'jpg'}`
    const { truth, goods } = made.drawn
    const { kind } = familyOf(page.layout)
    await writeFile(join(directory, image), bytes)
    await writeFile(
      join(directory, `${page.id}.json`),
      `${JSON.stringify({ ...page, image, kind, truth, goods }, null, 2)}\n`,
    )
    written += bytes.length
  }
  return written
}

const named = (split: Family['split']): string =>
  families.flatMap((family) => (family.split === split ? [family.name] : [])).join(', ')

const LOAD_PAGES = 12

const HELP = `npm run ocr:corpus -- generate --out <directory> [--seed 1] [which pages]
npm run ocr:corpus -- measure [--seed 2] [--engine tesseract] [--processes 2] [--words <directory>] [--faults] [--profile]
                          [--calibration] [which pages]
npm run ocr:corpus -- load [--seed 2] [--pages 12] [which pages]

Papers with made-up particulars, as companies send them, and how well they are read: consignment and delivery notes of many
families of layouts, and papers that are no notes. A seed makes the same corpus everywhere: ${PAPERS_EACH} papers of each family in
each language and quality, ${chosenPages(1, {}).length} in all.

generate    writes the images and, for each, a JSON file with what is printed on it
measure     has the pages read and prints how much of what is printed was given, and how much of what was given is right;
            exit code 1 when a goal is missed. For figures to be believed take another seed than the one that you worked with.
load        starts the whole service, has pages read one at a time and eight at once, and prints seconds per page, memory, and
            how quickly others who list and create notes are answered meanwhile; exit code 1 when an answer fails

Which pages: all, or those of
--families  ${splits.join(', ')}: those that one works with, those that one measures with (nothing is tuned by them), or all; the
            CMR form and blank pages are in both
--layout    one family; work: ${named('work')};
            held-out: ${named('held-out')}; in both: ${named('both')}
--language  ${languages.join(', ')}
--quality   ${qualities.join(', ')}
--pages n   the first n of them; of the whole corpus, every ${families.length} are one of each family

--engine    tesseract: the service's offline reader
            gemini: Gemini, with GEMINI_API_KEY, and GEMINI_BASE_URL and GEMINI_MODEL when they are set
            true-words: the form reader alone, on the words as they were printed
--processes so many pages are read at once; seconds per page are those of a page alone with 1 only
--words     keeps what tesseract recognises in a directory, and reads forms from what is kept there: for work on the form
            reader. Take an empty one when recognition has changed.
--faults    lists every value that is wrong, invented or missed
--profile   prints the processor time of each stage, one page after the other: with --words of pages that are recognised now or were
            recognised for the directory, with true-words of reading the fields
--calibration prints the table of packages/ocr/fields/calibrated.ts that these pages make: pages of --families work, with --words`

process.exitCode = await run(process.argv.slice(2))

async function run(args: readonly string[]): Promise<number> {
  try {
    return await obey(optionsIn(args))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return 1
  }
}

async function obey({ command, help, seed, choice, out, ...options }: Options): Promise<number> {
  if (help || command === undefined) {
    console.log(HELP)
    return help ? 0 : 1
  }
  if (command === 'load') return load(chosenPages(seed ?? 2, { pages: LOAD_PAGES, ...choice }))
  if (command === 'measure') return measure(chosenPages(seed ?? 2, choice), options)
  if (command !== 'generate') throw new Error(`There is no command ${command}: generate, measure or load.`)
  if (out === undefined) throw new Error('Where to? --out <directory>')
  const pages = chosenPages(seed ?? 1, choice)
  const bytes = await generate(pages, out)
  console.log(`${pages.length} pages, ${Math.round(bytes / 1e6)} MB, are in ${out}.`)
  return 0
}
