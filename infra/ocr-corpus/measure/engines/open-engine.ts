import {
  type DocumentImage,
  documentImageInFile,
  type OpenDocumentReader,
  openDocumentReader,
  type ReadingEngine,
} from '@ecmr/ocr'
import {
  calibrated,
  documentReading,
  noMarks,
  type RecognisedPage,
  readConsignmentNote,
  withKindTold,
} from '@ecmr/ocr/testing'
import { type DegradedPage, imageOf, type MadePage } from '../../degrade-page.js'
import type { DrawnPage, GoodsItem } from '../../drawn-page.js'
import type { Reading } from '../score.js'
import type { WordsRead } from '../words-read.js'
import { keptWords } from './kept-words.js'

/** What an engine says of a page. */
export interface PageAnswer {
  readonly readings: readonly Reading[]
  /** from handing over the image to the answer */
  readonly seconds: number
  /** what the paper was called */
  readonly documentType?: string
  /** the lines of its table of goods, where the engine tells them */
  readonly goods?: readonly GoodsItem[]
  /** how its words were recognised, where that can be told */
  readonly words?: WordsRead
  /** seconds of processor time of each stage, where they can be told */
  readonly stages?: Readonly<Record<string, number>>
  /** why it could not be read at all */
  readonly refused?: string
}

/** Something that reads pages and is measured. */
export interface MeasuredEngine {
  /** what is said above its tables */
  readonly description: string
  read(made: MadePage): Promise<PageAnswer>
  close(): Promise<void>
}

/**
 * An image of the corpus as the service takes it from a request.
 *
 * @throws when the service would not take it: then the corpus is wrong
 */
export function checkedImage({ bytes }: DegradedPage): DocumentImage {
  const checked = documentImageInFile(bytes)
  if (checked.ok) return checked.image
  throw new Error(`a page of the corpus is no image that is read: ${checked.fault.code}`)
}

// An answer names its image and its engine; neither affects the fields.
const IMAGE = { mediaType: 'image/png', bytes: new Uint8Array(), width: 1, height: 1 } as const
const PAGE = {
  rawText: '',
  answer: null,
  place: () => null,
  turned: 0,
  text: 'recognition',
  marks: noMarks,
  file: IMAGE,
  picture: IMAGE,
} as const
const ENGINE = { provider: '', model: '', version: '', ms: 0 }

/** What the service would answer of a page that has been recognised, and how long that takes. */
export function formAnswer(page: RecognisedPage, before: Readonly<Record<string, number>>): PageAnswer {
  const began = performance.now()
  const cpu = process.cpuUsage()
  const read = readConsignmentNote(page)
  const form = withKindTold(page, calibrated(read))
  const reading = documentReading([{ ...PAGE, form }], ENGINE)
  const { user, system } = process.cpuUsage(cpu)
  const sure = new Map(read.fields.map(({ name, confidence }) => [name, confidence]))
  return {
    readings: reading.fields.map((field) => ({ ...field, sure: sure.get(field.name) ?? 0 })),
    documentType: reading.document_type,
    goods: (form.goods ?? []).map(({ line }) => line),
    seconds: (performance.now() - began) / 1000,
    stages: { ...before, fields: (user + system) / 1e6 },
  }
}

/** The reader that the service has. */
function serviceReader(engine: ReadingEngine, processes: number): MeasuredEngine {
  const reader = openDocumentReader({ engine, processes, log: { info: () => undefined, warn } })
  let companies = 0
  return {
    description: engine.kind === 'gemini' ? `Gemini (${engine.model})` : 'Tesseract and the form reader',
    // Each page for a company of its own: how many one may have read at once is not what is measured.
    read: (made) => answerOf(reader, imageOf(made), `corpus-${companies++}`),
    close: () => reader.close(),
  }
}

async function answerOf(
  reader: OpenDocumentReader,
  image: ReturnType<typeof imageOf>,
  companyId: string,
): Promise<PageAnswer> {
  const request = { files: [checkedImage(image)], companyId, signal: new AbortController().signal }
  const began = performance.now()
  const seconds = (): number => (performance.now() - began) / 1000
  try {
    const outcome = await reader.read(request)
    return outcome.ok
      ? { readings: outcome.reading.fields, documentType: outcome.reading.document_type, seconds: seconds() }
      : { readings: [], seconds: seconds(), refused: outcome.fault.code }
  } catch (error) {
    return { readings: [], seconds: seconds(), refused: String(error) }
  }
}

function warn(fields: object, message: string): void {
  process.stderr.write(`  ${message} ${JSON.stringify(fields)}\n`)
}

/** The reader of forms alone, after recognition that makes no fault; what happened to the paper does not matter to it. */
function trueWords(): MeasuredEngine {
  return {
    description: 'true words (the form reader alone, on the words as they were printed)',
    read: async ({ drawn }) => formAnswer(recognised(drawn), {}),
    close: async () => undefined,
  }
}

const recognised = ({ width, height, words, rules }: DrawnPage): RecognisedPage => ({
  width,
  height,
  words,
  rules,
  toImage: [1 / width, 0, 0, 0, 1 / height, 0, 0, 0, 1],
})

export const engineNames = ['tesseract', 'gemini', 'true-words'] as const
export type EngineName = (typeof engineNames)[number]

// The default of the service.
const GEMINI_MODEL = 'gemini-flash-latest'

/** Opens the engine of this name, or says why it cannot be used here. */
export async function openEngine(
  name: EngineName,
  options: { readonly processes: number; readonly words?: string; readonly env: NodeJS.ProcessEnv },
): Promise<MeasuredEngine | string> {
  switch (name) {
    case 'true-words':
      return trueWords()
    case 'tesseract':
      return options.words === undefined
        ? serviceReader({ kind: 'tesseract' }, options.processes)
        : keptWords(options.words)
    case 'gemini':
      return gemini(options.env, options.processes)
    default:
      return name satisfies never
  }
}

function gemini(env: NodeJS.ProcessEnv, processes: number): MeasuredEngine | string {
  const { GEMINI_API_KEY: apiKey, GEMINI_BASE_URL: baseUrl, GEMINI_MODEL: model = GEMINI_MODEL } = env
  if (!apiKey) return 'Gemini needs your own key: set GEMINI_API_KEY. Nothing was measured.'
  return serviceReader({ kind: 'gemini', apiKey, model, ...(baseUrl && { baseUrl }) }, processes)
}
