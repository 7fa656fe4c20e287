import { type ChildProcess, fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DocumentImage } from '@ecmr/ocr'
import type { RecognisedPage } from '@ecmr/ocr/testing'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { type DegradedPage, imageOf, type MadePage } from '../../degrade-page.js'
import { checkedImage, formReadings, type MeasuredEngine, type PageAnswer } from './engine.js'

const number = Type.Number()
const box = Type.Object({ x: number, y: number, width: number, height: number })

const page = Type.Object({
  width: number,
  height: number,
  words: Type.Array(Type.Object({ text: Type.String(), confidence: number, box })),
  rules: Type.Array(
    Type.Object({
      direction: Type.Union([Type.Literal('horizontal'), Type.Literal('vertical')]),
      box,
    }),
  ),
  toImage: Type.Tuple([number, number, number, number, number, number, number, number, number]),
})

const recognised = Type.Union([
  Type.Object({ ok: Type.Literal(true), page, seconds: number }),
  Type.Object({ ok: Type.Literal(false), fault: Type.String(), seconds: number }),
])

/** What recognition read in an image, as another process sends it and files keep it. */
export type Recognised =
  | { readonly ok: true; readonly page: RecognisedPage; readonly seconds: number }
  | { readonly ok: false; readonly fault: string; readonly seconds: number }

/** @throws when it is something else */
function recognisedIn(text: unknown): Recognised {
  if (Value.Check(recognised, text)) return text
  throw new Error('this is not what recognition tells of a page')
}

const SCRIPT = fileURLToPath(new URL('./recognise-images.js', import.meta.url))

/** Processes that recognise images, one each at a time. */
interface Recognisers {
  recognise(image: DocumentImage): Promise<Recognised>
  close(): Promise<void>
}

/** At most so many, each started on first use. Asking for more at once is an error. */
function openRecognisers(most: number): Recognisers {
  const all: ChildProcess[] = []
  const idle: ChildProcess[] = []
  const started = (): ChildProcess => {
    if (all.length === most) throw new Error(`no more than ${most} images can be recognised at once`)
    // Tesseract says there what it thinks of each page.
    const child = fork(SCRIPT, { serialization: 'advanced', stdio: ['ignore', 'inherit', 'ignore', 'ipc'] })
    all.push(child)
    return child
  }
  return {
    async recognise(image) {
      const child = idle.pop() ?? started()
      const message = await answerTo(image, child)
      idle.push(child)
      return recognisedIn(message)
    },
    async close() {
      const ends = all.filter(isAlive).map((child) => once(child, 'exit'))
      for (const child of all) child.kill('SIGKILL')
      await Promise.all(ends)
    },
  }
}

const isAlive = (child: ChildProcess): boolean => child.exitCode === null && child.signalCode === null

async function answerTo({ bytes }: DocumentImage, child: ChildProcess): Promise<unknown> {
  const answered = new AbortController()
  const { signal } = answered
  const ended = once(child, 'exit', { signal }).then(() => {
    throw new Error(`recognition ended by itself (${child.exitCode ?? child.signalCode})`)
  })
  // Once the process has answered, its end is not awaited.
  ended.catch(() => undefined)
  try {
    const answer = once(child, 'message', { signal })
    child.send(bytes)
    const [message] = await Promise.race([answer, ended])
    return message
  } finally {
    answered.abort()
  }
}

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
