import { readFile } from 'node:fs/promises'
import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings'
import {
  type DocumentReading,
  documentFileOf,
  documentFiles,
  type ImageFault,
  MOST_PAGES,
  openDocumentReader,
  type ReadField,
} from '@ecmr/ocr'
import { keptSecrets, loadConfig } from '@ecmr/runtime'
import { CommandFailed, errorCode } from '../failure.js'
import { interruptible } from '../interruptible.js'
import { example, print, table } from '../output.js'

export const commands = (): readonly CommandUnknownOpts[] => [
  new Command('read')
    .description('read a paper note from pictures or a PDF, without storing anything')
    .argument('<files...>', `png, jpeg, webp or pdf: the pages of one note in order, ${MOST_PAGES} at most`)
    .option('--prompt <text>', 'a question about the document')
    .option('--json', 'print the response of POST /api/ocr for scripts')
    .addHelpText('after', example('ecmr ocr read scan.jpg'))
    .action(async (files, options) => {
      const reading = await read(files, options.prompt)
      print(options, reading, () => summaryOf(reading))
    }),
]

async function read(paths: readonly string[], prompt: string | undefined): Promise<DocumentReading> {
  const config = loadConfig()
  for (const warning of config.warnings) console.error(`warning: ${warning}`)
  if (paths.length > MOST_PAGES) throw notRead({ code: 'too_many_pages', pages: paths.length })
  const checked = documentFiles(await Promise.all(paths.map(contentOf)), documentFileOf)
  if (!checked.ok) throw notRead(checked.fault, whichOf(paths, checked.file))
  // What there is to tell is in the answer, or in the error.
  const log = { info: () => undefined, warn: () => undefined }
  const documents = openDocumentReader({ ...config.ocr, processes: 1, kept: keptSecrets(config), log })
  try {
    const outcome = await interruptible((signal) =>
      documents.read({
        files: checked.files,
        ...(prompt !== undefined && { prompt }),
        companyId: 'command line',
        signal,
      }),
    )
    if (outcome.ok) return outcome.reading
    if (outcome.fault.code === 'too_many_at_once')
      throw new CommandFailed('Too many documents are being read. Try again later.')
    throw notRead(outcome.fault, whichOf(paths, outcome.file), outcome.page)
  } finally {
    await documents.close()
  }
}

async function contentOf(file: string): Promise<Uint8Array> {
  try {
    return await readFile(file)
  } catch (error) {
    const code = error instanceof Error ? errorCode(error) : undefined
    throw new CommandFailed(`${file} cannot be read (${code ?? error}).`)
  }
}

/** The file that a fault is about, where there are several. */
const whichOf = (paths: readonly string[], file: number | undefined): string | undefined =>
  paths.length > 1 && file !== undefined ? paths[file] : undefined

function notRead(fault: ImageFault, file?: string, page?: number): CommandFailed {
  const where = [...(file === undefined ? [] : [file]), ...(page === undefined ? [] : [`page ${page}`])]
  return new CommandFailed(['Not read', ...where, reasonFor(fault)].join(': '))
}

const reasons: Readonly<Partial<Record<ImageFault['code'], string>>> = {
  too_large: 'the file is larger than 10 MB.',
  empty: 'the file is empty.',
  damaged: 'the file is truncated or cannot be decoded.',
  animated: 'it is animated or has several pictures.',
  unreadable: 'reading exceeded the time or memory limit.',
  too_large_together: 'the files are larger than 20 MB in total.',
  encrypted: 'it is password-protected.',
}

function reasonFor(fault: ImageFault): string {
  if (fault.code === 'too_many_pixels')
    return `it has ${fault.width} × ${fault.height} pixels; the maximum is 50 megapixels.`
  if (fault.code === 'too_small') return `${fault.width} × ${fault.height} pixels are too few to read.`
  if (fault.code === 'too_many_pages') return `${fault.pages} pages; the maximum is ${MOST_PAGES}.`
  if (fault.code === 'page_too_large')
    return `page ${fault.page} measures ${fault.width} × ${fault.height} m.`
  return reasons[fault.code] ?? 'it is not a PNG, JPEG, WebP or PDF file.'
}

/** What was read, for the terminal. Whatever the paper says is shown without the characters that terminals obey. */
function summaryOf(reading: DocumentReading): string {
  const { document_type, language, engine, fields, missing_fields, warnings, answer, pages } = reading
  const lines = [
    `${document_type}, language ${language ?? 'unknown'}, by ${engine.provider} ${engine.model} in ${(engine.ms / 1_000).toFixed(1)} s`,
    '',
    table(
      fields.map((field) => row(field, (pages?.length ?? 1) > 1)),
      'No field of a consignment note was found.',
    ),
  ]
  if (missing_fields.length > 0) lines.push('', `Missing: ${missing_fields.join(', ')}.`)
  if (answer !== null) lines.push('', printable(answer))
  for (const { message } of warnings) lines.push('', `Warning: ${printable(message)}`)
  return lines.join('\n')
}

const row = ({ name, value, confidence, cmr_box, needs_review, page }: ReadField, hasPages: boolean) => ({
  field: name,
  value: value === null ? null : printable([value].flat().join(', ')),
  confidence: confidence.toFixed(2),
  box: cmr_box,
  ...(hasPages && { page }),
  review: needs_review ? 'check' : '',
})

const printable = (text: string): string => text.replace(/\p{Cc}+/gu, ' ')
