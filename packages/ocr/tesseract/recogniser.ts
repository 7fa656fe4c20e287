import { createWorker, OEM, PSM, type Worker } from 'tesseract.js'
import type { RecognisedWord } from '../page/recognised-page.js'
import type { GreyImage } from '../pixels/grey-image.js'
import { agreedWords } from './agreement.js'
import { languageSets, withLanguageData } from './languages.js'

/** An image as Leptonica reads it most cheaply: a portable grey map, which is a line of text and the pixels. */
function portableGreyMap({ width, height, pixels }: GreyImage): Buffer {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1'), pixels])
}

const PAPER = 255

/** A page without some of its words. */
export function withoutWords(page: GreyImage, words: readonly RecognisedWord[]): GreyImage {
  const { width, height } = page
  const pixels = page.pixels.slice()
  for (const { box } of words)
    for (let y = Math.max(0, box.y); y < Math.min(height, box.y + box.height); y += 1)
      pixels.fill(PAPER, y * width + Math.max(0, box.x), y * width + Math.min(width, box.x + box.width))
  return { width, height, pixels }
}

// Columns of Tesseract's table: what the row is of, the place, how sure it is, and the text.
const LEVEL = 0
const PLACE = 6
const CONFIDENCE = 10
const TEXT = 11
const WORD = '5'

/** The words in the table that Tesseract answers; their confidence, in percent there, as a share. */
function wordsInTable(table: string): readonly RecognisedWord[] {
  return table.split('\n').flatMap((row) => {
    const columns = row.split('\t')
    const text = columns[TEXT]?.trim().normalize('NFC')
    return columns[LEVEL] === WORD && text ? [{ text, ...placeAndConfidence(columns) }] : []
  })
}

function placeAndConfidence(columns: readonly string[]): Omit<RecognisedWord, 'text'> {
  const [x = 0, y = 0, width = 0, height = 0] = columns.slice(PLACE, PLACE + 4).map(Number)
  const confidence = Math.min(1, Math.max(0, Number(columns[CONFIDENCE]) / 100))
  return { confidence, box: { x, y, width, height } }
}

/** Recognises the words of an upright page. */
export interface Recogniser {
  recognise(image: GreyImage): Promise<readonly RecognisedWord[]>
  close(): Promise<void>
}

// Words where they stand, in no order: columns of a form are not taken for lines that run across them.
const SPARSE = { tessedit_pageseg_mode: PSM.SPARSE_TEXT, user_defined_dpi: '200' }

/** What is recognised with this certainty in one language is not looked at in others: they would see the same. */
const SETTLED = 0.95

/**
 * Opens recognition of text: in Spanish and English, and whatever is not sure then also in French and in German, compared.
 * Everything that it needs is installed with it: nothing is downloaded and nothing kept. It holds a thread until it is closed,
 * and does one page at a time.
 *
 * @throws when the installed data cannot be loaded
 */
export async function openRecogniser(): Promise<Recogniser> {
  const worker = await withLanguageData(openWorker)
  return {
    recognise: async (image) => {
      const [mainSet, ...otherSets] = languageSets
      const seen = await recognisedIn(mainSet, image, worker)
      const isSettled = ({ confidence }: RecognisedWord): boolean => confidence >= SETTLED
      const settled = seen.filter(isSettled)
      const unsettled = seen.filter((word) => !isSettled(word))
      if (unsettled.length === 0) return settled
      const rest = withoutWords(image, settled)
      const recognitions = [unsettled]
      for (const set of otherSets) recognitions.push(await recognisedIn(set, rest, worker))
      return [...settled, ...agreedWords(recognitions)]
    },
    close: async () => {
      await worker.terminate()
    },
  }
}

/** A thread that has the data of all languages at hand. */
function openWorker(langPath: string): Promise<Worker> {
  // Failures are reported to this handler only, where nothing else is waiting for it.
  return new Promise((resolve, reject) => {
    const options = { langPath, cacheMethod: 'none', errorHandler: failWith(reject) }
    createWorker([...languageSets.flat()], OEM.LSTM_ONLY, options).then(resolve, reject)
  })
}

async function recognisedIn(
  languages: readonly string[],
  image: GreyImage,
  worker: Worker,
): Promise<RecognisedWord[]> {
  await worker.reinitialize(languages.join('+'), OEM.LSTM_ONLY)
  await worker.setParameters(SPARSE)
  const { data } = await worker.recognize(portableGreyMap(image), {}, { text: false, tsv: true })
  return [...wordsInTable(data.tsv ?? '')]
}

const failWith =
  (reject: (fault: Error) => void) =>
  (reason: unknown): void =>
    reject(new Error(`recognition of text failed: ${reason}`))
