import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DocumentImage } from '@ecmr/ocr'
import {
  openRecogniser,
  type RecognisedPage,
  type RecognisedWord,
  type Recogniser,
  recognisePage,
} from '@ecmr/ocr/testing'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { type DegradedPage, imageOf, type MadePage } from '../../degrade-page.js'
import { wordsRead } from '../words-read.js'
import { checkedImage, formAnswer, type MeasuredEngine, type PageAnswer } from './open-engine.js'

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
  Type.Object({
    ok: Type.Literal(true),
    page,
    seconds: number,
    stages: Type.Optional(Type.Record(Type.String(), number)),
  }),
  Type.Object({ ok: Type.Literal(false), fault: Type.String(), seconds: number }),
])

/** What recognition read in an image, as files keep it. */
type Recognised =
  | {
      readonly ok: true
      readonly page: RecognisedPage
      readonly seconds: number
      /** seconds of processor time; those of several pages at once cannot be told apart */
      readonly stages?: Readonly<Record<string, number>>
    }
  | { readonly ok: false; readonly fault: string; readonly seconds: number }

/** @throws when it is something else */
function recognisedIn(text: unknown): Recognised {
  if (Value.Check(recognised, text)) return text
  throw new Error('this is not what recognition tells of a page')
}

/** Recognition, as many images at once as there are recognisers; each is opened on first use. */
function openRecognisers() {
  const idle: Recogniser[] = []
  const all: Recogniser[] = []
  const opened = async (): Promise<Recogniser> => {
    const recogniser = await openRecogniser()
    all.push(recogniser)
    return recogniser
  }
  return {
    async recognise(image: DocumentImage): Promise<Recognised> {
      const recogniser = idle.pop() ?? (await opened())
      const began = performance.now()
      const seen = await recognisePage(image, recogniser)
      const seconds = (performance.now() - began) / 1000
      idle.push(recogniser)
      return seen.ok
        ? { ok: true, page: seen.page, seconds, stages: seen.seconds }
        : { ok: false, fault: seen.fault.code, seconds }
    },
    close: async () => void (await Promise.all(all.map((recogniser) => recogniser.close()))),
  }
}

/**
 * Recognition by Tesseract and the reader of forms one after the other, where what was recognised is kept in a directory, so
 * that work on the reader of forms need not wait for it again.
 */
export async function keptWords(directory: string): Promise<MeasuredEngine> {
  await mkdir(directory, { recursive: true })
  const recognisers = openRecognisers()
  return {
    description: `Tesseract and the form reader, words kept in ${directory}`,
    read: async (made) => answerOf(await recognise(directory, made, recognisers), made.drawn.words),
    close: () => recognisers.close(),
  }
}

function answerOf(recognised: Recognised, printed: readonly RecognisedWord[]): PageAnswer {
  if (!recognised.ok) return { readings: [], seconds: recognised.seconds, refused: recognised.fault }
  const answer = formAnswer(recognised.page, recognised.stages ?? {})
  const words = wordsRead(printed, recognised.page.words)
  return { ...answer, words, seconds: recognised.seconds + answer.seconds }
}

async function recognise(
  directory: string,
  made: MadePage,
  recognisers: ReturnType<typeof openRecognisers>,
): Promise<Recognised> {
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
