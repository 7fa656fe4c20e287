import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CorpusPage } from './corpus-page.js'
import { imageOf, madePage } from './make-page.js'

/** Writes the image of each page, and beside it what is printed on it; returns how many bytes the images have. */
export async function generate(pages: readonly CorpusPage[], directory: string): Promise<number> {
  await mkdir(directory, { recursive: true })
  let written = 0
  for (const page of pages) {
    const made = madePage(page)
    const { mediaType, bytes } = imageOf(made)
    const image = `${page.id}.${mediaType === 'image/png' ? 'png' : 'jpg'}`
    const { truth } = made.drawn
    await writeFile(join(directory, image), bytes)
    await writeFile(
      join(directory, `${page.id}.json`),
      `${JSON.stringify({ ...page, image, truth }, null, 2)}\n`,
    )
    written += bytes.length
  }
  return written
}
