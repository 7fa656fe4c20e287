import { type Static, Type } from '@sinclair/typebox'

/** What makes the public address of a document: officers open the one in the QR code, the counterparty has others. */
export const linkPurposes = ['inspection', 'counterparty'] as const
export type LinkPurpose = (typeof linkPurposes)[number]

const uuid = Type.String()
const purpose = Type.Unsafe<LinkPurpose>(Type.String())

const read = Type.Object({
  /** RFC 3339, UTC, milliseconds */
  at: Type.String(),
  version: Type.Integer(),
  /** the network that it came from: a /24 or a /48 */
  address: Type.String(),
  link_id: uuid,
})

/** Someone fetched a document at a public address. */
export type InspectionRead = Readonly<Static<typeof read>>

/** What happens to a document at its public addresses, appended to `document-<id>`. Never holds a token. */
export const documentEventData = {
  /** `unlisted`: how many more there were, on a day with too many of them to list */
  InspectionCopyServed: Type.Object({
    document_id: uuid,
    reads: Type.Unsafe<readonly InspectionRead[]>(Type.Array(read)),
    unlisted: Type.Optional(Type.Integer()),
  }),
  DocumentLinkClosed: Type.Object({ document_id: uuid, link_id: uuid, purpose }),
} as const

export type DocumentEventType = keyof typeof documentEventData

export type DocumentEventData = {
  readonly [T in DocumentEventType]: Readonly<Static<(typeof documentEventData)[T]>>
}

/** The event types by name, for recognising what a log holds. */
export const documentEventTypes = Object.keys(documentEventData) as readonly DocumentEventType[]

/** A fact about a document, as the log holds it. */
export type DocumentEvent = {
  readonly [T in DocumentEventType]: { readonly type: T; readonly data: DocumentEventData[T] }
}[DocumentEventType]

/** The stream of a document in the event log. */
export function documentStream(documentId: string): string {
  return `document-${documentId}`
}
