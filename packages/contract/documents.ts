import { documentKinds, documentLanguages } from '@ecmr/domain'
import { type Static, Type } from '@sinclair/typebox'
import { asOf, closed, list, oneOf, textOrNull } from './json-schema.js'
import { pagination } from './list.js'
import { text } from './text.js'

const kind = oneOf(documentKinds, 'cmr: the consignment note with its 24 boxes; deca: the control document')
const language = oneOf(documentLanguages, 'Language of the captions, besides English')
const instant = (description: string) => Type.String({ description: `${description} (RFC 3339, UTC)` })
const sha256 = Type.String({ description: 'SHA-256 of the file (hex)' })
const url = textOrNull('Public address of the file; anyone who has it can read the document')
const version = Type.Integer({ description: 'Version within the document, from 1' })

/** The current document of a record. */
export const documentOfRecord = Type.Unsafe<{
  n: number
  kind: (typeof documentKinds)[number]
  version: number
  sha256: string
  url: string | null
} | null>({
  ...closed(
    { n: Type.Integer({ description: 'Its number among the issued ones' }), kind, version, sha256, url },
    { description: 'The document that was issued last; null before' },
  ),
  type: ['object', 'null'],
})

/** Body of `POST /api/ecmrs/{id}/documents`. */
export const issueDocumentBody = closed({
  kind: Type.Optional(kind),
  language: Type.Optional(language),
  reason: Type.Optional(text('Why it is issued again; it stands in the document', 2000)),
  new_url: Type.Optional(
    Type.Boolean({
      description: 'Start a new document at a new address; the old address keeps its last version',
    }),
  ),
})
export type IssueDocumentBody = Static<typeof issueDocumentBody>

/** Body of `POST /api/documents`. */
export const jointDocumentBody = closed({
  ecmr_ids: list(Type.String({ format: 'uuid' }), {
    description: 'Notes with the same contracting shipper and carrier',
    minItems: 1,
    maxItems: 50,
  }),
  language: Type.Optional(language),
})
export type JointDocumentBody = Static<typeof jointDocumentBody>

/** Body of `POST …/documents/{n}/send`. */
export const sendDocumentBody = closed({
  to: list(Type.String({ format: 'email', maxLength: 254 }), {
    description: 'E-mail addresses',
    minItems: 1,
    maxItems: 10,
  }),
  language: Type.Optional(oneOf(documentLanguages, 'Language of the message')),
})
export type SendDocumentBody = Static<typeof sendDocumentBody>

/** What became of sending it. */
export const documentSendingView = closed(
  {
    sent: Type.Integer({
      description: 'How many mails the mail server has taken, with this idempotency key',
    }),
  },
  { title: 'DocumentSending', description: 'What became of sending a document' },
)

/** Body of `POST …/documents/{n}/links`. */
export const documentLinkBody = closed({
  for: oneOf(['counterparty'], 'Who is to have the address'),
})

/** Another address of a document. */
export const documentLinkView = closed(
  {
    url: Type.String({ description: 'Public address of the file; anyone who has it can read the document' }),
    for: oneOf(['counterparty'], 'Who is to have it'),
    keep_until: textOrNull('The day until which both parties keep the document; null before delivery'),
  },
  { title: 'DocumentLink', description: 'Another address of a document' },
)

/** An issued version of a document. */
export const documentEntry = closed(
  {
    n: Type.Integer({ description: 'Its number among all that were issued for the note' }),
    document_id: Type.String({ format: 'uuid' }),
    kind,
    language,
    version,
    note_version: Type.Integer({ description: 'The version of the note that it shows' }),
    sha256,
    bytes: Type.Integer({ description: 'Size of the file' }),
    url,
    created_at: instant('When the first version of the document was issued'),
    modified_at: instant('When this version was issued'),
    reason: Type.Optional(Type.String()),
    supersedes: Type.Optional(Type.String({ description: 'The document that it takes the place of' })),
    status: oneOf(
      ['current', 'superseded', 'closed'],
      'current: its address serves it; superseded: by a later version or document; closed: its address is closed',
    ),
    replaced_characters: list(Type.String(), {
      description: 'Characters that no font has; they are printed as U+25A1 and stand in the attached data',
    }),
    ecmr_ids: list(Type.String({ format: 'uuid' }), { description: 'The notes that it is for' }),
  },
  { title: 'Document', description: 'An issued version of a document' },
)
export type DocumentEntry = Static<typeof documentEntry>

/** Query parameters of pages of documents and of their reads. */
export const pageQuery = closed({
  page: Type.Integer({ description: 'Page number', minimum: 1, maximum: 1_000_000, default: 1 }),
  limit: Type.Integer({ description: 'Entries per page', minimum: 1, maximum: 1_000_000, default: 20 }),
  cursor: Type.Optional(
    Type.String({ description: 'pagination.next_cursor of the page before', maxLength: 400 }),
  ),
})

/** Query parameters of one issued version. */
export const documentEntryQuery = closed({ as_of: asOf('As it was known at this instant (RFC 3339)') })

/** Query parameters of a note's issued versions. */
export const documentPageQuery = closed({ ...pageQuery.properties, ...documentEntryQuery.properties })

/** A page of issued versions, newest first. */
export const documentPage = closed(
  { data: list(documentEntry), pagination },
  { title: 'DocumentList', description: 'A page of issued versions' },
)

/** A page of reads at the document's public address, newest first. */
export const documentReadsPage = closed(
  {
    data: list(
      closed({
        at: instant('When'),
        version,
        address: Type.String({ description: 'The network it came from: /24 or /48' }),
      }),
    ),
    pagination,
  },
  { title: 'DocumentReads', description: 'A page of downloads of a document' },
)

/** Query parameters of `GET …/proof`. */
export const proofQuery = closed({
  as_of: asOf('Prove the note as it stood at this instant (RFC 3339)'),
  language: Type.Optional(oneOf(documentLanguages, 'Language of README.txt, besides English')),
})

/** Query parameters of `GET …/document.pdf`: any of them asks for a draft. */
export const documentQuery = closed({
  preview: Type.Optional(Type.Boolean({ description: 'The note as it is now' })),
  as_of: asOf('The note as it stood at this instant (RFC 3339)'),
  language: Type.Optional(language),
  kind: Type.Optional(kind),
})
