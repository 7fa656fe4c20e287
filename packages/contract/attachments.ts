import { attachmentKinds, noteLimits, ONE_LINE } from '@ecmr/domain'
import { type Static, Type } from '@sinclair/typebox'
import { closed, list, oneOf } from './json-schema.js'

const KIND =
  'What the file shows. load_photo and damage_photo are pictures. received_deca: a control document that the other side made; it is kept as it came, and nobody here has judged whether it is valid'
const kind = oneOf(attachmentKinds, KIND)
const title = Type.String({ description: 'A short title', minLength: 1, maxLength: 200, pattern: ONE_LINE })
const description = Type.String({ description: 'What is to be seen', minLength: 1, maxLength: 2_000 })
const sha256 = (description: string) =>
  Type.String({ description: `${description}, in lower-case hexadecimal`, pattern: '^[0-9a-f]{64}$' })

/** The fields beside the file, as a form sends them. */
const fields = {
  kind,
  title: Type.Optional(title),
  description: Type.Optional(description),
  keep_location: Type.Optional(
    oneOf(
      ['true', 'false'],
      'true: keep where a picture says that it was taken. Unless asked it is removed with the rest of its metadata',
    ),
  ),
  sha256: Type.Optional(sha256('SHA-256 of the file as you send it; other bytes are rejected')),
}

/** Body of `POST /api/ecmrs/{id}/attachments`. */
export const attachmentForm = closed(
  {
    file: Type.String({
      description: 'The file: jpeg, png, webp or PDF, up to 10 MB; what it is follows from its bytes',
      contentMediaType: 'application/octet-stream',
    }),
    ...fields,
  },
  { title: 'AttachmentForm', description: 'A file that is added to a note' },
)
export type AttachmentForm = Static<typeof attachmentForm>

/** A control document that is fetched, in the place of a file. */
export const fetchedAttachmentBody = closed(
  {
    source_url: Type.String({
      description: 'Where the file is: https, and not in a private network. It is fetched once, now',
      format: 'uri',
      maxLength: 2_000,
    }),
    kind: Type.Optional(oneOf(['received_deca'], KIND)),
    title: Type.Optional(title),
    description: Type.Optional(description),
  },
  {
    title: 'FetchedAttachment',
    description: 'A control document of the other side, fetched from its address instead of being sent',
  },
)
export type FetchedAttachmentBody = Static<typeof fetchedAttachmentBody>

/** Body of `POST /api/ecmrs/{id}/attachments/{attachment_id}/withdrawal`. */
export const withdrawalBody = closed(
  {
    reason: Type.String({
      description: 'Why the attachment is withdrawn',
      minLength: 1,
      maxLength: 1_000,
    }),
  },
  { title: 'AttachmentWithdrawal', description: 'An attachment is taken from view' },
)
export type WithdrawalBody = Static<typeof withdrawalBody>

const instant = (text: string) => Type.String({ description: `${text} (RFC 3339, UTC)` })

/** An attachment of a note. */
export const attachmentView = closed(
  {
    attachment_id: Type.String({ format: 'uuid' }),
    kind,
    state: oneOf(
      ['kept', 'withdrawn', 'erased'],
      'withdrawn: no longer shown, its file stays while the note has to be kept; erased: its file was removed with personal data of the note',
    ),
    media_type: Type.String({
      description: 'By its bytes: image/jpeg, image/png, image/webp or application/pdf',
    }),
    sha256: sha256('SHA-256 of the file as it is kept and given out'),
    bytes: Type.Integer({ description: 'Size of the file as it is kept' }),
    sent_sha256: Type.Optional(
      sha256('SHA-256 of the file as it was sent, when metadata were removed from it'),
    ),
    width: Type.Optional(Type.Integer({ description: 'Of a picture, in pixels as they are stored' })),
    height: Type.Optional(Type.Integer({ description: 'Of a picture, in pixels as they are stored' })),
    name: Type.Optional(Type.String({ description: 'File name' })),
    title: Type.Optional(Type.String()),
    description: Type.Optional(Type.String()),
    location: Type.Optional(
      closed({
        latitude: Type.Number({ description: 'Degrees' }),
        longitude: Type.Number({ description: 'Degrees' }),
      }),
    ),
    source_url: Type.Optional(Type.String({ description: 'Where it was fetched' })),
    invitation_id: Type.Optional(Type.String({ description: 'The invitation by whose link it was added' })),
    added_at: instant('When it was added'),
    added_by: Type.Optional(
      closed({
        kind: Type.String({ description: 'What it is, such as user, api_key or signing_link' }),
        id: Type.String(),
      }),
    ),
    withdrawn_at: Type.Optional(instant('When it was withdrawn')),
    withdrawn_reason: Type.Optional(Type.String()),
  },
  { title: 'Attachment', description: 'A file that was added to a note' },
)
export type AttachmentView = Static<typeof attachmentView>

/** All attachments of a note, newest first. */
export const attachmentList = closed(
  { data: list(attachmentView, { maxItems: noteLimits.attachments }) },
  { title: 'AttachmentList', description: 'The attachments of a note' },
)
