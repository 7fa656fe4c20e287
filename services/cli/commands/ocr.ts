import { readFile } from 'node:fs/promises'
import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings'
import {
  type DocumentReading,
  documentImageInFile,
  type ImageFault,
  openDocumentReader,
  type ReadField,
} from '@ecmr/ocr'
import { keptSecrets, loadConfig } from '@ecmr/runtime'
import { CommandFailed, errorCode } from '../failure.js'
import { interruptible } from '../interruptible.js'
import { example, print, table } from '../output.js'

export const commands = (): readonly CommandUnknownOpts[] => [
  new Command('read')
    .description('read the picture of a paper note with the configured engine, and store nothing')
    .argument('<file>', 'png, jpeg or webp')
    .option('--prompt <text>', 'what you want to know of it')
    .option('--json', 'print the answer of POST /api/ocr, for scripts')
    .addHelpText('after', example('ecmr ocr read scan.jpg'))
    .action(async (file, options) => {
      const reading = await read(file, options.prompt)
      print(options, reading, () => summaryOf(reading))
    }),
]

async function read(file: string, prompt: string | undefined): Promise<DocumentReading> {
  const config = loadConfig()
  for (const warning of config.warnings) console.error(`warning: ${warning}`)
  const checked = documentImageInFile(await contentOf(file))
  if (!checked.ok) throw notRead(checked.fault)
  // What there is to tell is in the answer, or in the error.
  const log = { info: () => undefined, warn: () => undefined }
  const documents = openDocumentReader({ ...config.ocr, processes: 1, kept: keptSecrets(config), log })
  try {
    const outcome = await interruptible((signal) =>
      documents.read({
        image: checked.image,
        ...(prompt !== undefined && { prompt }),
        companyId: 'command line',
        signal,
      }),
    )
    if (outcome.ok) return outcome.reading
    if (outcome.fault.code === 'too_many_at_once') throw new CommandFailed('Too much is being read.')
    throw notRead(outcome.fault)
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

const notRead = (fault: ImageFault): CommandFailed => new CommandFailed(`Not read: ${reasonFor(fault)}`)

const reasons: Readonly<Partial<Record<ImageFault['code'], string>>> = {
  too_large: 'the file has more than 10 MB.',
  empty: 'the file is empty.',
  damaged: 'the image breaks off or cannot be decoded.',
  animated: 'it is more than one still picture.',
  unreadable: 'nothing came of it in the time and the memory that an image may take.',
}

function reasonFor(fault: ImageFault): string {
  if (fault.code === 'too_many_pixels')
    return `it has ${fault.width} × ${fault.height} pixels; at most 50 megapixels are read.`
  if (fault.code === 'too_small') return `nothing can be read in ${fault.width} × ${fault.height} pixels.`
  return reasons[fault.code] ?? 'it is no png, jpeg or webp.'
}

/** What was read, for the terminal. Whatever the paper says is shown without the characters that terminals obey. */
function summaryOf(reading: DocumentReading): string {
  const { document_type, language, engine, fields, missing_fields, warnings, answer } = reading
  const lines = [
    `${document_type}, language ${language ?? 'unknown'}, by ${engine.provider} ${engine.model} in ${(engine.ms / 1_000).toFixed(1)} s`,
    '',
    table(fields.map(row), 'No field of a consignment note was found.'),
  ]
  if (missing_fields.length > 0) lines.push('', `Missing: ${missing_fields.join(', ')}.`)
  if (answer !== null) lines.push('', printable(answer))
  for (const { message } of warnings) lines.push('', `Warning: ${printable(message)}`)
  return lines.join('\n')
}

const row = ({ name, value, confidence, cmr_box, needs_review }: ReadField) => ({
  field: name,
  value: value === null ? null : printable([value].flat().join(', ')),
  confidence: confidence.toFixed(2),
  box: cmr_box,
  review: needs_review ? 'look at it' : '',
})

const printable = (text: string): string => text.replace(/\p{Cc}+/gu, ' ')
