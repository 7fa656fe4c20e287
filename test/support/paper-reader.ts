import type { DocumentReader, DocumentReading, ReadField, ReadingOutcome, ReadingRequest } from '@ecmr/ocr'

/** A picture of one white pixel, as a reader shows what it has read. */
export const SHOWN_JPEG = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAACf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AVN//2Q==',
  'base64',
)

/** A field of a paper note; by default read with certainty. */
export function readField(
  name: ReadField['name'],
  value: ReadField['value'],
  more: Partial<ReadField> = {},
): ReadField {
  const source_text = String(value ?? '')
  return {
    name,
    value,
    confidence: 0.97,
    cmr_box: null,
    source_text,
    bbox: null,
    needs_review: false,
    page: 1,
    ...more,
  }
}

/** What was read of a paper note with these fields. */
export function readingOf(
  fields: readonly ReadField[],
  more: Partial<DocumentReading> = {},
): DocumentReading {
  return {
    document_type: 'cmr',
    language: 'es',
    data: Object.fromEntries(fields.map(({ name, value }) => [name, value])),
    fields,
    goods_items: [],
    answer: null,
    raw_text: fields.map(({ source_text }) => source_text).join('\n'),
    missing_fields: [],
    warnings: [],
    image: { media_type: 'image/png', bytes: 1, sha256: '0'.repeat(64), width: 1, height: 1 },
    engine: { provider: 'test', model: 'test', version: '1', ms: 1 },
    ...more,
  }
}

/** What a reader answers when it could read. */
export function outcomeOf(reading: DocumentReading): ReadingOutcome {
  return { ok: true, reading, pictures: [{ jpeg: SHOWN_JPEG, width: 1, height: 1, turned: 0 }] }
}

/** A reader for tests that recognises nothing, but gives the configured answer: by default that it is no note. */
export function paperReader(
  answer: (request: ReadingRequest) => ReadingOutcome | Promise<ReadingOutcome> = () =>
    outcomeOf(readingOf([], { document_type: 'unknown' })),
): DocumentReader {
  return { read: async (request) => answer(request) }
}
