import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DegradedPage } from '../../degrade-page.js'
import { imageOf, type MadePage } from '../../make-page.js'
import { checkedImage } from './checked-image.js'
import type { MeasuredEngine, PageAnswer } from './engine.js'
import { formReadings } from './form-readings.js'
import { type Recognised, recognisedIn } from './recognised.js'
import { openRecognisers, type Recognisers } from './recognisers.js'

/**
 * Recognition by tesseract.js and the reader of forms one after the other, where what was recognised is kept in a directory, so
 * that work on the reader of forms need not wait for it again.
 */
export async function keptWords(directory: string, processes: number): Promise<MeasuredEngine> {
  await mkdir(directory, { recursive: true })
  const recognisers = openRecognisers(processes)
  return {
    description: `tesseract.js and the form reader, words kept in ${directory}`,
    read: async (made) => answerOf(await recognise(directory, made, recognisers)),
    close: () => recognisers.close(),
  }
}

function answerOf(recognised: Recognised): PageAnswer {
  if (!recognised.ok) return { readings: [], seconds: recognised.seconds, refused: recognised.fault }
  const began = performance.now()
  const readings = formReadings(recognised.page)
  return { readings, seconds: recognised.seconds + (performance.now() - began) / 1000 }
}

async function recognise(directory: string, made: MadePage, recognisers: Recognisers): Promise<Recognised> {
  const image = imageOf(made)
  const file = join(directory, `${made.page.id}-${hashOf(image)}.json`)
  const kept = await readFile(file, 'utf8').catch(() => undefined)
  if (kept !== undefined) return recognisedIn(JSON.parse(kept))
  const recognised = await recognisers.recognise(checkedImage(image))
  await writeFile(file, JSON.stringify(recognised))
  return recognised
}

const hashOf = ({ bytes }: DegradedPage): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, 16)
