import type { DocumentReader, ReadingOutcome, ReadingRequest } from '@ecmr/ocr'
import type { Test } from 'tap'
import { outcomeOf, readField, readingOf } from '../support/paper-reader.js'
import type { Page } from '../support/visit.js'
import { type Clerk, type Office, openOffice } from './note-forms-office.js'

/** A PNG by all that is looked at before it is decoded, which the reader of these tests does not do. */
export const PNG = pngOf(60, 80)

/** The smallest PNG there is, saying that it is as large as this. */
export function pngOf(width: number, height: number): Buffer {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  png.writeUInt32BE(width, 16)
  png.writeUInt32BE(height, 20)
  return png
}

/** What stands on the paper note of these tests: all that is needed but the receiver's city, two of them doubtful. */
export const paperReading = readingOf(
  [
    readField('sender_company_name', 'Aceites del Sur SL', { bbox: [0.1, 0.05, 0.3, 0.02], cmr_box: 1 }),
    readField('sender_address', 'Calle Real 1'),
    readField('sender_city', 'Sevilla'),
    readField('sender_country', 'ES'),
    readField('receiver_company_name', 'Boulangerie Martin'),
    readField('receiver_address', 'Rue de la Paix 2'),
    readField('receiver_city', null, { needs_review: true, confidence: 0.2, source_text: 'L?on' }),
    readField('goods_description', 'Aceite de oliva,\n20 palés'),
    readField('goods_weight_kg', 18_400, {
      confidence: 0.62,
      needs_review: true,
      source_text: '18.4OO kg',
      bbox: [0.7, 0.5, 0.2, 0.03],
    }),
    readField('pickup_date', '2026-12-01', { needs_review: true, confidence: 0.8, source_text: '01/12/26' }),
    readField('seal_numbers', ['A1', 'A2']),
    readField('documents', []),
  ],
  { warnings: [{ code: 'something_new', message: 'A word to programs.', field: null }] },
)

/** A form with parts as browsers send it. */
export type Parts = readonly (readonly [
  name: string,
  value: string | Buffer,
  file?: { readonly name: string; readonly type?: string },
])[]

export function multipart(parts: Parts): { readonly type: string; readonly body: Buffer } {
  const boundary = '----paper'
  const chunks = parts.flatMap(([name, value, file]) => {
    const isFile = file ? `; filename="${file.name}"\r\ncontent-type: ${file.type ?? 'image/png'}` : ''
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${isFile}\r\n\r\n`
    return [Buffer.from(head), Buffer.from(value), Buffer.from('\r\n')]
  })
  const body = Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)])
  return { type: `multipart/form-data; boundary=${boundary}`, body }
}

export interface PaperOffice extends Office {
  /** what was asked of the reader */
  readonly asked: ReadingRequest[]
  /** has the reader answer this from now on */
  answerWith(answer: (request: ReadingRequest) => ReadingOutcome | Promise<ReadingOutcome>): void
  /** sends a picture, with the token of the page that it is chosen on */
  sendPicture(by: Clerk, picture?: Buffer): Promise<Page>
  /** sends parts, with that token in front of them unless another is given */
  sendParts(by: Clerk, parts: Parts, token?: string): Promise<Page>
}

/** The office with a fake reader: it answers with the paper note above, unless set otherwise. */
export async function openPaperOffice(
  t: Test,
  more: { readonly readingBy?: 'gemini' } = {},
): Promise<PaperOffice> {
  const asked: ReadingRequest[] = []
  let answer: Parameters<PaperOffice['answerWith']>[0] = () => outcomeOf(paperReading)
  const documents: DocumentReader = {
    async read(request) {
      asked.push(request)
      return answer(request)
    },
  }
  const office = await openOffice(t, () => ({ documents, ...more }))
  const sendParts: PaperOffice['sendParts'] = async (by, parts, token) => {
    const own = token ?? (await by.open('/ecmrs/leer')).formToken ?? ''
    const { type, body } = multipart([['_csrf', own], ...parts])
    return by.post('/ecmrs/leer', body, { 'content-type': type })
  }
  return {
    ...office,
    asked,
    answerWith(next) {
      answer = next
    },
    sendParts,
    sendPicture: (by, picture = PNG) => sendParts(by, [['image', picture, { name: 'cmr.png' }]]),
  }
}
