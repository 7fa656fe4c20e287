import { type IncomingMessage, request } from 'node:http'
import { isTimeout } from '@ecmr/process-pool'
import type { DocumentFile, PageSource } from '../images/document-file.js'
import { type Caller, DocumentReadingUnavailable } from '../port.js'
import type { PagePool } from '../tesseract/page-pool.js'
import {
  isPageRead,
  isPagesCounted,
  isRenderedPicture,
  isShrunkSignature,
  type PageTask,
} from '../tesseract/process/messages.js'

/** The address at which a reader takes a file; its bytes are the body, and `task` says what is to be done with it. */
function pageAddress(task: PageTask, { bytes: _, ...facts }: DocumentFile | PageSource): string {
  const told = new URLSearchParams()
  for (const [name, value] of Object.entries(facts)) told.set(name, String(value))
  return `/pages/${task}?${told}`
}

/** The header that names the company for which an image is looked at. */
export const COMPANY_HEADER = 'x-company-id'

const BYTES = '$base64'

/** An answer as JSON, with bytes in base64. */
export function writeAnswer(answer: object): string {
  return JSON.stringify(answer, (_key, value: unknown) => {
    // Buffers have been made into this by their own toJSON.
    if (isBufferJson(value)) return { [BYTES]: Buffer.from(value.data).toString('base64') }
    return value instanceof Uint8Array ? { [BYTES]: Buffer.from(value).toString('base64') } : value
  })
}

/** What `writeAnswer` wrote; throws when it is no JSON. */
function readAnswer(text: string): unknown {
  return JSON.parse(text, (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null || !(BYTES in value)) return value
    return typeof value[BYTES] === 'string' ? Buffer.from(value[BYTES], 'base64') : value
  })
}

function isBufferJson(value: unknown): value is { readonly data: readonly number[] } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    value.type === 'Buffer' &&
    'data' in value
  )
}

// A little longer than a reader takes until it gives up by itself.
const ANSWER_MS = 245_000
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
  async function ask<Answer>(task: PageTask, { file, caller, isAnswer }: Question<Answer>): Promise<Answer> {
    const signal = AbortSignal.any([caller.signal, closing.signal, AbortSignal.timeout(ANSWER_MS)])
    const answer = await answerOf({ socket, task, file, companyId: caller.companyId, signal }).catch(
      (error: unknown) => {
        if (!isTimeout(caller.signal.reason)) caller.signal.throwIfAborted()
        if (error instanceof DocumentReadingUnavailable) throw error
        const reason = closing.signal.aborted ? 'reading has been closed' : 'the reader does not answer'
        throw new DocumentReadingUnavailable(RETRY_AFTER_S, reason, { cause: error })
      },
    )
    if (isAnswer(answer)) return answer
    throw new DocumentReadingUnavailable(RETRY_AFTER_S, 'the reader answered something else')
  }
  return {
    countPages: (file, caller) => ask('count', { file, caller, isAnswer: isPagesCounted }),
    renderPicture: (file, caller) => ask('picture', { file, caller, isAnswer: isRenderedPicture }),
    readPage: (file, caller) => ask('page', { file, caller, isAnswer: isPageRead }),
    shrinkSignature: (file, caller) => ask('signature', { file, caller, isAnswer: isShrunkSignature }),
    close: async () => closing.abort(),
  }
}

interface Question<Answer> {
  readonly file: DocumentFile | PageSource
  readonly caller: Caller
  readonly isAnswer: (answer: unknown) => answer is Answer
}

interface Asked {
  readonly socket: string
  readonly task: PageTask
  readonly file: DocumentFile | PageSource
  readonly companyId: string
  readonly signal: AbortSignal
}

async function answerOf({ socket, task, file, companyId, signal }: Asked): Promise<unknown> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(
      {
        socketPath: socket,
        method: 'POST',
        path: pageAddress(task, file),
        headers: {
          'content-type': 'application/octet-stream',
          'content-length': file.bytes.length,
          [COMPANY_HEADER]: companyId,
        },
        signal,
      },
      resolve,
    )
    sent.on('error', reject).end(file.bytes)
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
