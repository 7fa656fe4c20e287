import { createHash } from 'node:crypto'
import { captionOf } from '../captions/caption.js'
import { marks, words } from '../captions/words.js'
import type { DocumentInput, DocumentKind } from '../document-input.js'
import { qrDrawing } from '../qr-code.js'
import type { RenderAttachment, RenderJob } from '../render-job.js'
import { aboutBox, legalBox, stateLines } from './about.js'
import { attachmentsOf, proofAttachment } from './attachments.js'
import { cmrContent } from './cmr-content.js'
import { decaContent } from './deca-content.js'
import { modificationsOf } from './modifications.js'
import type { Line, PageData } from './page-data.js'
import { redactHistory, redactRecord } from './redaction.js'
import { earlierSignatures, signatureImages } from './signatures.js'
import { writtenInstant } from './values.js'
import { type Writing, writing } from './writing.js'

/** What the templates of today are called. Anyone who changes what they show gives them the next number. */
export const templateVersions = { cmr: 'cmr/3', deca: 'deca/3' } as const satisfies Readonly<
  Record<DocumentKind, string>
>

// One character, ten times as wide as it is high: templates rely on none being wider than its bytes of UTF-8 are many.
const BASMALA = '\u{fdfd}'
const BASMALA_IN_LETTERS = 'بسم الله الرحمن الرحيم '

/**
 * What a renderer needs for a version of a document. The same input gives the same job.
 *
 * @throws RangeError without a note, or with several in a consignment note
 */
export function documentContent(input: DocumentInput): RenderJob {
  const { kind, language, createdAt, modifiedAt, notes } = input
  if (notes.length === 0 || (kind === 'cmr' && notes.length > 1)) {
    throw new RangeError(`A document of kind ${kind} cannot state ${notes.length} notes.`)
  }
  const writings = notes.map(({ record, history }) =>
    writing(redactRecord(record), redactHistory(history), kind, language),
  )
  const records = writings.map(({ record }) => record)
  const history = writings.flatMap((note) => note.history)
  const { proof } = input
  const attachments = [
    ...attachmentsOf(records, history, language),
    ...(proof === undefined ? [] : [proofAttachment(proof, language)]),
  ]
  const page = pageData(input, writings, attachments)
  return {
    template: kind,
    language,
    title: titleOf(input),
    data: JSON.stringify({ ...page, ...contentOf(input, writings) }).replaceAll(BASMALA, BASMALA_IN_LETTERS),
    attachments,
    images: records.flatMap(signatureImages),
    createdAt,
    modifiedAt,
  }
}

function contentOf(input: DocumentInput, writings: readonly Writing[]): object {
  const closing = { about: aboutBox(input), legal: legalBox(input) }
  const [only] = writings
  if (input.kind === 'cmr' && only !== undefined) return { ...closing, ...cmrContent(only) }
  const isJoint = input.notes.length > 1
  const states = isJoint ? input.notes.map((note) => stateLines(note, input)) : []
  return { ...closing, states, ...decaContent(writings) }
}

const shortNames = { cmr: 'CMR', deca: 'DeCA' } as const

function titleOf(input: DocumentInput): string {
  const { kind, language, version } = input
  return `${shortNames[kind]} ${numberOf(input).text}, ${words[language].version} ${version}`
}

function pageData(
  input: DocumentInput,
  writings: readonly Writing[],
  attachments: readonly RenderAttachment[],
): PageData {
  const { kind, language, version, createdAt, modifiedAt } = input
  const said = words[language]
  const number = numberOf(input)
  return {
    kind: shortNames[kind],
    name: captionOf(words, kind, language),
    number,
    facts: [
      { label: capitalised(said.version), text: String(version) },
      { label: said.created, text: writtenInstant(createdAt) },
      { label: said.modified, text: writtenInstant(modifiedAt) },
    ],
    mark: markOf(input),
    qr: qrOf(input),
    foot: {
      name: `${number.text} · ${said.version} ${version}`,
      page: said.page,
      hash: attachments.slice(0, 1).map(hashLine).join(''),
      checkpoint: checkpointLine(input),
      procedures: `${said.procedures}: ${input.proceduresUrl}`,
    },
    words: { continued: said.continued, reason: said.reason },
    annex: annexOf(writings, language),
  }
}

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** The note's number; of a joint document how many notes it states. */
function numberOf({ notes, language }: DocumentInput): Line {
  const said = words[language]
  const [only, ...more] = notes
  if (only === undefined || more.length > 0) {
    return { text: said.numbers.replace('{n}', String(notes.length)) }
  }
  return { label: said.number, text: only.record.ecmr_number }
}

/** The word of a note that is cancelled stands before the others; of several notes all must be. One test note is enough. */
function markOf({ notes, mark, language }: DocumentInput): PageData['mark'] {
  const isFinal = notes.every(({ record }) => record.cancelled)
  const isTest = mark === 'test' || notes.some(({ record }) => !record.livemode)
  const words = [isFinal && 'cancelled', mark === 'draft' && 'draft', isTest && 'test'] as const
  const said = words.flatMap((word) => (word ? [marks[language][word]] : []))
  return said.length === 0 ? null : { text: said.join(' · '), isFinal }
}

function qrOf({ url, language }: DocumentInput): PageData['qr'] {
  if (url === undefined) return null
  const said = words[language]
  return { ...qrDrawing(url), alt: `${said.qr}: ${url}`, url, words: said.inspection }
}

function hashLine({ name, bytes }: RenderAttachment): string {
  return `SHA-256 (${name}): ${createHash('sha256').update(bytes).digest('hex')}`
}

function checkpointLine({ checkpoint, language }: DocumentInput): string {
  return checkpoint ? `${words[language].eventLog}: ${checkpoint.size} · ${checkpoint.root}` : ''
}

function annexOf(writings: readonly Writing[], language: DocumentInput['language']): PageData['annex'] {
  const caption = (key: Parameters<typeof captionOf<keyof typeof words.en>>[1]) =>
    captionOf(words, key, language)
  const numberIn = ({ record }: Pick<Writing, 'record'>): string =>
    writings.length > 1 ? record.ecmr_number : ''
  return {
    caption: caption('annex'),
    replaced: caption('replaced'),
    earlierSignatures: {
      caption: caption('earlierSignatures'),
      boxes: writings.flatMap((note) =>
        earlierSignatures(note).map((box) => ({ ...box, number: numberIn(note) })),
      ),
    },
    modifications: {
      caption: caption('modifications'),
      columns: [caption('particular'), caption('noLongerValid'), caption('nowValid')],
      entries: writings.flatMap(({ record, history }) =>
        modificationsOf(history, language).map((entry) => ({ ...entry, number: numberIn({ record }) })),
      ),
    },
  }
}
