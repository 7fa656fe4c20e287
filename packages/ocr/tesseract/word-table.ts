import type { RecognisedWord } from '../page/recognised-page.js'
import type { GreyImage } from '../pixels/grey-image.js'

/** An image as Leptonica reads it most cheaply: a portable grey map, which is a header and the pixels. */
export const portableGreyMap = (image: GreyImage): Buffer =>
  Buffer.concat([greyMapHeader(image), image.pixels])

/** What stands before the pixels of a portable grey map. */
export const greyMapHeader = ({ width, height }: Pick<GreyImage, 'width' | 'height'>): Buffer =>
  Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1')

// Columns of Tesseract's table: what the row is of, the place, how sure it is, and the text.
const LEVEL = 0
const PLACE = 6
const CONFIDENCE = 10
const TEXT = 11
const WORD = '5'

/** The words in the table that Tesseract answers; their confidence, in percent there, as a share. */
export function wordsInTable(table: string): readonly RecognisedWord[] {
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
