import { type IncomingMessage, request } from 'node:http'
import type { DocumentImage } from '../images/document-image.js'
import { DocumentReadingUnavailable } from '../port.js'
import type { Asker, PagePool } from '../tesseract/pool/page-pool.js'
import { isPageRead, isSeenPicture, isShrunkSignature, type Want } from '../tesseract/process/messages.js'
import { COMPANY_HEADER, pageAddress, readAnswer } from './page-wire.js'

// A little longer than a reader takes until it gives up by itself.
const ANSWER_MS = 65_000
const LARGEST_ANSWER = 16 * 1024 * 1024
const RETRY_AFTER_S = 5

/**
 * A pool of processes in a service of its own, which is reached by a Unix socket. It decodes and recognises what this process then never
 * touches.
 *
 * @param socket the path of the reader's socket
 */
export function remotePagePool(socket: string): PagePool {
  const closing = new AbortController()
  async function ask<Answer>(want: Want, { image, asker, isAnswer }: Question<Answer>): Promise<Answer> {
    asker.signal.throwIfAborted()
    const signal = AbortSignal.any([asker.signal, closing.signal, AbortSignal.timeout(ANSWER_MS)])
    const answer = await answerOf({ socket, want, image, companyId: asker.companyId, signal }).catch(
      (error: unknown) => {
        asker.signal.throwIfAborted()
        if (error instanceof DocumentReadingUnavailable) throw error
        const reason = closing.signal.aborted ? 'reading has been closed' : 'the reader does not answer'
        throw new DocumentReadingUnavailable(RETRY_AFTER_S, reason, { cause: error })
      },
    )
    if (isAnswer(answer)) return answer
    throw new DocumentReadingUnavailable(RETRY_AFTER_S, 'the reader answered something else')
  }
  return {
    lookAtPicture: (image, asker) => ask('picture', { image, asker, isAnswer: isSeenPicture }),
    readPage: (image, asker) => ask('page', { image, asker, isAnswer: isPageRead }),
    shrinkSignature: (image, asker) => ask('signature', { image, asker, isAnswer: isShrunkSignature }),
    close: async () => closing.abort(),
  }
}

interface Question<Answer> {
  readonly image: DocumentImage
  readonly asker: Asker
  readonly isAnswer: (answer: unknown) => answer is Answer
}

interface Asked {
  readonly socket: string
  readonly want: Want
  readonly image: DocumentImage
  readonly companyId: string
  readonly signal: AbortSignal
}

async function answerOf({ socket, want, image, companyId, signal }: Asked): Promise<unknown> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(
      {
        socketPath: socket,
        method: 'POST',
        path: pageAddress(want, image),
        headers: {
          'content-type': 'application/octet-stream',
          'content-length': image.bytes.length,
          [COMPANY_HEADER]: companyId,
        },
        signal,
      },
      resolve,
    )
    sent.on('error', reject).end(image.bytes)
  })
  const text = await textOf(response)
  if (response.statusCode === 200) return readAnswer(text)
  const seconds = Number(response.headers['retry-after'] ?? RETRY_AFTER_S)
  throw new DocumentReadingUnavailable(seconds, `the reader answered ${response.statusCode}`)
}

async function textOf(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of response) {
    bytes += part.length
    if (bytes > LARGEST_ANSWER) throw new Error('the answer is too large')
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}
