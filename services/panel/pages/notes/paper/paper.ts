import { fullFieldLabel, type Language } from '@ecmr/contract'
import { type FieldName, fieldNames, requiredFields } from '@ecmr/domain'
import {
  type DocumentReading,
  type Quarter,
  type ReadField,
  type ShownPicture,
  turnedBounds,
} from '@ecmr/ocr'
import { type Static, Type } from '@sinclair/typebox'
import { isOnce } from '../../../commands/caller.js'
import { fieldKind } from '../../../forms/field-kinds.js'
import { type FormState, type FormValues, meets, typedAs } from '../../../forms/form.js'
import { paperTexts, warningSentence } from './texts.js'

/** The name of the hidden control that says under which name the browser keeps the picture. */
const PICTURE_KEY = 'picture'

/** A paper note beside the form that was filled from it. */
export interface Paper {
  /** under which the browser keeps the pictures, as we do not */
  readonly key: string
  /** data URLs, one of each page; only on the page that answers its reading */
  readonly pictures?: readonly string[]
  readonly reads: PaperReads
  /** what the user should review */
  readonly doubts: readonly { readonly field: FieldName; readonly label: string }[]
  /** only on the page that answers its reading */
  readonly summary?: PaperSummary
}

/** The paper note of a form that was sent and is shown again; `undefined` when it has none. */
export function keptPaper({ values }: FormState, language: Language): Paper | undefined {
  const key = typedAs(values, PICTURE_KEY)
  if (!isOnce(key)) return undefined
  const reads = sentReads(values, language)
  return { key, reads, doubts: doubtsIn(reads, language) }
}

/** The fields that the user should review, in the order of a printed note. */
export function doubtsIn(reads: PaperReads, language: Language): Paper['doubts'] {
  return fieldNames
    .filter((field) => reads[field]?.doubt !== undefined)
    .map((field) => ({ field, label: fullFieldLabel(field, language) }))
}

/** What was read of a paper note for one field, as the form for a new note shows it. */
export interface PaperRead {
  /** what the form says of it when it is sent */
  readonly sent: string
  /** x, y, width and height as parts of a picture beside the form, and which one that is, from 1 */
  readonly place?: string
  /** why the user should review it */
  readonly doubt?: string
}
export type PaperReads = Readonly<Partial<Record<FieldName, PaperRead>>>

const LONGEST_VALUE = 5_000
const LONGEST_SOURCE = 300

/** As a form brings it back: nothing is stored, and it is not trusted. */
const keptRead = Type.Object(
  {
    /** what stood in the control at first */
    value: Type.String({ maxLength: LONGEST_VALUE }),
    source: Type.String({ maxLength: LONGEST_SOURCE }),
    sure: Type.Integer({ minimum: 0, maximum: 100 }),
    place: Type.Optional(Type.String({ pattern: '^[01](\\.\\d{1,4})?( [01](\\.\\d{1,4})?){3}( \\d)?$' })),
    isDoubtful: Type.Boolean(),
  },
  { additionalProperties: false },
)
type KeptRead = Static<typeof keptRead>

const nameOf = (field: FieldName): string => `read/${field}`

/**
 * What was read, by fields.
 *
 * @param values what stands in the form at first
 * @param pictures those beside the form, which may be turned against the images that were read
 */
export function paperReads(
  { fields }: DocumentReading,
  {
    values,
    pictures,
    language,
  }: { values: FormValues; pictures: readonly ShownPicture[]; language: Language },
): PaperReads {
  const shown = fields.filter(({ name }) => fieldKind(name).kind !== 'rows')
  return readsOf(
    shown.map((field) => {
      const turned = pictures[field.page - 1]?.turned ?? 0
      return [field.name, keptOf(field, typedAs(values, field.name), turned)]
    }),
    language,
  )
}

/** What was read, as a form that was sent says it; what the user has changed since is not doubtful any more. */
function sentReads(values: FormValues, language: Language): PaperReads {
  return readsOf(
    fieldNames.flatMap((field) => {
      const kept = parsed(typedAs(values, nameOf(field)))
      if (kept === undefined) return []
      const isDoubtful = kept.isDoubtful && typedAs(values, field) === kept.value
      return [[field, { ...kept, isDoubtful }] as const]
    }),
    language,
  )
}

function readsOf(kept: readonly (readonly [FieldName, KeptRead])[], language: Language): PaperReads {
  const entries = kept.map(([field, read]): readonly [FieldName, PaperRead] => [
    field,
    {
      sent: JSON.stringify(read),
      ...(read.place !== undefined && { place: read.place }),
      ...(read.isDoubtful && { doubt: doubtOf(read, language) }),
    },
  ])
  return Object.fromEntries(entries)
}

function keptOf(
  { confidence, source_text, bbox, needs_review, value, page }: ReadField,
  shown: string,
  turned: Quarter,
): KeptRead {
  return {
    value: shown.trim().slice(0, LONGEST_VALUE),
    source: asSeen(source_text).replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST_SOURCE),
    sure: Math.round(100 * Math.min(1, Math.max(0, confidence))),
    ...(bbox && { place: [...turnedBounds(bbox, turned).map(written), page].join(' ') }),
    // What does not fit into the form is looked at too; an empty list stands for nothing.
    isDoubtful: needs_review || (shown === '' && !Array.isArray(value)),
  }
}

const written = (part: number): string => String(Number(Math.min(1, Math.max(0, part)).toFixed(4)))

function doubtOf({ value, source, sure }: KeptRead, language: Language): string {
  const { doubt } = paperTexts[language].review
  if (value === '') return source === '' ? doubt.unread : doubt.unreadText(source)
  return source === '' ? doubt.sure(sure) : `${doubt.onPaper(source)} ${doubt.sure(sure)}`
}

function parsed(text: string): KeptRead | undefined {
  if (text === '') return undefined
  try {
    const read: unknown = JSON.parse(text)
    return meets(keptRead, read) ? read : undefined
  } catch {
    return undefined
  }
}

/** What is said of a paper note that has just been read. */
interface PaperSummary {
  /** false: it does not seem to be one, and the form is blank */
  readonly isNote: boolean
  readonly count: number
  /** what a note needs and was not read */
  readonly missing: readonly { readonly field: FieldName; readonly label: string }[]
  readonly warnings: readonly string[]
  readonly text: string
}

const LONGEST_TEXT = 20_000

/** @param values what stands in the form at first */
export function paperSummary(
  { warnings, raw_text }: DocumentReading,
  { values, isNote, language }: { values: FormValues; isNote: boolean; language: Language },
): PaperSummary {
  const isBlank = (field: FieldName): boolean => typedAs(values, field) === ''
  const needed = fieldNames.filter((field) => field in requiredFields)
  // The page says it itself when the form stays blank.
  const others = warnings.filter(({ code }) => isNote || code !== 'not_a_consignment_note')
  const sentences = others.flatMap((warning) => warningSentence(warning, language) ?? [])
  return {
    isNote,
    count: fieldNames.filter((field) => !isBlank(field)).length,
    missing: needed.filter(isBlank).map((field) => ({ field, label: fullFieldLabel(field, language) })),
    warnings: [...new Set(sentences)],
    text: asSeen(raw_text).trim().slice(0, LONGEST_TEXT),
  }
}

/** Text of a picture without invisible characters and what turns the direction of the words around it. */
function asSeen(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n\t]|[\u2028-\u202e\u2066-\u2069]/gu, ' ')
}
