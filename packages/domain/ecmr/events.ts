import { type Static, type TSchema, Type } from '@sinclair/typebox'
import type { JsonValue } from '../json.js'
import type { EcmrFields, FieldName } from './fields.js'
import type { Metadata, MetadataChanges } from './metadata.js'
import type { PersonalCategory } from './personal-categories.js'

/** Who signs, and on whose behalf a reservation is made. Keyed by role: one company may hold two. */
export const roles = ['sender', 'carrier', 'receiver'] as const
export type Role = (typeof roles)[number]

export const incidentTypes = [
  'damage',
  'partial_loss',
  'total_loss',
  'delay',
  'refused_by_receiver',
  'receiver_absent',
  'wrong_address',
  'accident',
  'breakdown',
  'theft',
  'documentation',
  'customs',
  'other',
] as const
export type IncidentType = (typeof incidentTypes)[number]

export const severities = ['low', 'medium', 'high', 'critical'] as const
export type Severity = (typeof severities)[number]

export const outcomes = [
  'continue',
  'delivered_with_reservations',
  'returned_to_sender',
  'redirected',
  'transhipped',
  'partial_delivery',
  'lost',
  'dismissed',
] as const
export type Outcome = (typeof outcomes)[number]

export const signingMethods = ['drawn', 'typed', 'api'] as const
export type SigningMethod = (typeof signingMethods)[number]

/** Whom a signing link is made for. The driver signs on the carrier’s behalf. */
export const invitedRoles = ['sender', 'carrier', 'receiver', 'driver'] as const
export type InvitedRole = (typeof invitedRoles)[number]

/**
 * How the person who signs was identified: by a session of the panel, by an API key, or by a signing link together with a code
 * that was mailed to them or that the inviter told them.
 */
export const identifications = ['session', 'api_key', 'mailed_code', 'told_code'] as const
export type Identification = (typeof identifications)[number]

/** Why a party does not sign: no one of it is there, it refuses, or another reason. */
export const decliningCauses = ['absent', 'refused', 'other'] as const
export type DecliningCause = (typeof decliningCauses)[number]

/** What a share gives another company: to see the note, or to act in one role as well. */
export const shareAccesses = ['read', 'act'] as const
export type ShareAccess = (typeof shareAccesses)[number]

/** `cmr`: the 24 boxes of the consignment note; `deca`: the letters of the Spanish control document. */
export const documentKinds = ['cmr', 'deca'] as const
export type DocumentKind = (typeof documentKinds)[number]

/** What an attachment shows. `received_deca`: a control document that the other side made; nobody here has judged it. */
export const attachmentKinds = [
  'load_photo',
  'damage_photo',
  'delivery_note',
  'weight_note',
  'adr_document',
  'waste_document',
  'received_deca',
  'other',
] as const
export type AttachmentKind = (typeof attachmentKinds)[number]

/** Who asks for the erasure of personal values: an owner of the company, or the operator. */
export const erasers = ['owner', 'operator'] as const

/** The languages of issued documents. */
export const documentLanguages = ['es', 'en', 'fr', 'de', 'pt', 'it'] as const
export type DocumentLanguage = (typeof documentLanguages)[number]

/** How gaps and jumps are treated: reported (lenient) or refused (strict). */
export const policies = ['lenient', 'strict'] as const
export type Policy = (typeof policies)[number]

/** Where a note can stand before its delivery, incidents aside. */
export const undelivered = ['draft', 'assigned', 'in_transit'] as const

/** One field's old and new value; `null` stands for absent. */
export type Change = {
  readonly field: FieldName
  readonly old: JsonValue
  readonly new: JsonValue
}

// The checks are what reading relies upon, and no more: words, formats and lengths were judged when the event was written,
// by the rules of that day, and a member that a later version adds must not make today's events unreadable.

const text = Type.String()
const maybe = Type.Optional(text)
const inferred = Type.Optional(Type.Literal(true))
const oneOf = <const Word extends string>(_words: readonly Word[]) => Type.Unsafe<Word>(text)
const change = Type.Object({ field: text, old: Type.Unknown(), new: Type.Unknown() })
const metadata = Type.Unsafe<MetadataChanges>(Type.Record(text, Type.Union([text, Type.Null()])))
const changes = Type.Unsafe<readonly Change[]>(Type.Array(change))

/** Data of each event. An event holds only what changed; who and when stand in its metadata. */
export const ecmrEventData = {
  EcmrCreated: Type.Object({
    id: text,
    ecmr_number: text,
    company_id: text,
    policy: Type.Unsafe<Policy>(Type.Union(policies.map((policy) => Type.Literal(policy)))),
    fields: Type.Unsafe<EcmrFields>(Type.Record(text, Type.Unknown())),
    /** absent when none was given, and before there were metadata */
    metadata: Type.Optional(Type.Unsafe<Metadata>(Type.Record(text, text))),
  }),
  /** `reason`: one that was given although nothing asks for it */
  EcmrEdited: Type.Object({ changes, reason: maybe }),
  EcmrAmended: Type.Object({ changes, reason: text }),
  /** with a reason when the change comes after a signature, or one was given */
  CarrierAssigned: Type.Object({ changes, reason: maybe, inferred }),
  /** the carrier's name is gone, and with it the assignment; with a reason when the change comes after a signature */
  CarrierUnassigned: Type.Object({ changes, reason: maybe }),
  EcmrSigned: Type.Object({
    role: oneOf(roles),
    signer_name: text,
    signer_tax_id: maybe,
    method: oneOf(signingMethods),
    /** a drawn or typed name is a simple signature, never called more */
    level: oneOf(['simple']),
    /** absent before it was recorded, and for what the operator’s command line signs */
    identified_by: Type.Optional(oneOf(identifications)),
    /** the invitation whose link was used */
    invitation_id: maybe,
    /** data URL of the drawn signature */
    signature_image: maybe,
    /** as the person states who reports it; absent: as it is recorded */
    signed_at: maybe,
    place: maybe,
    remarks: maybe,
    /**
     * SHA-256 (hex) over the RFC 8785 form of all legal fields as they stood; since schema version 2 with a commitment in the
     * place of each personal value, here and in `signature_hash`
     */
    content_hash: text,
    /** SHA-256 (hex) over the RFC 8785 form of this signature without this member */
    signature_hash: text,
    /** `signature_hash` of the signature before this one */
    previous_signature_hash: Type.Union([text, Type.Null()]),
  }),
  /** someone is asked to sign by a link, which is in no event */
  SignerInvited: Type.Object({
    invitation_id: text,
    role: oneOf(invitedRoles),
    invited_name: text,
    /** where codes are mailed to */
    invited_email: maybe,
    /** RFC 3339, UTC */
    expires_at: text,
  }),
  SignerInvitationRevoked: Type.Object({ invitation_id: text }),
  /** said by a signing link in place of a signature */
  SigningDeclined: Type.Object({
    invitation_id: text,
    role: oneOf(roles),
    cause: oneOf(decliningCauses),
    /** who says so */
    declared_by: text,
    reason: text,
    identified_by: oneOf(identifications),
  }),
  /** another company of the installation may read the note, or act in a role; a role stands with `act` only */
  EcmrShared: Type.Object({
    share_id: text,
    company_id: text,
    access: oneOf(shareAccesses),
    role: Type.Optional(oneOf(roles)),
  }),
  SharingRevoked: Type.Object({ share_id: text }),
  GoodsTakenOver: Type.Object({ taken_over_at: text, place: maybe, inferred }),
  /** `changed_at`: absent when the change came as an edit of the note */
  VehicleChanged: Type.Object({ changes, reason: text, changed_at: maybe, place: maybe }),
  ReservationRecorded: Type.Object({ reservation_id: text, by: oneOf(roles), grounds: text }),
  IncidentReported: Type.Object({
    incident_id: text,
    type: oneOf(incidentTypes),
    severity: oneOf(severities),
    description: text,
    occurred_at: text,
    place: maybe,
  }),
  IncidentResolved: Type.Object({ incident_id: text, outcome: oneOf(outcomes), note: maybe }),
  /** `unsigned_reason`: why the receiver did not sign */
  DeliveryConfirmed: Type.Object({ delivered_at: text, place: maybe, unsigned_reason: maybe, inferred }),
  /** a delivery that was recorded by mistake; `back_to`: where the note stood before it by what had been reported */
  DeliveryReverted: Type.Object({ delivered_at: text, back_to: oneOf(undelivered), reason: text }),
  EcmrCancelled: Type.Object({ reason: text }),
  /** the keys that changed, with their new and their old values; null: absent */
  MetadataChanged: Type.Object({ metadata, previous_metadata: metadata }),
  /** a version of a document; its bytes are kept under their hash */
  DocumentIssued: Type.Object({
    /** UUIDv7; names one public address with its versions */
    document_id: text,
    kind: oneOf(documentKinds),
    language: oneOf(documentLanguages),
    /** within the document, from 1 */
    version: Type.Integer(),
    /** the version of the note that it shows */
    note_version: Type.Integer(),
    /** SHA-256 (hex) of the file */
    sha256: text,
    bytes: Type.Integer(),
    /** what it was rendered with, as `cmr/1` */
    template: text,
    /** of the document's first version and of this one, RFC 3339, UTC, to the second; they stand in the file too */
    created_at: text,
    modified_at: text,
    reason: maybe,
    /** the document that this one takes the place of */
    supersedes: maybe,
    /** nobody asked for it: the note had changed */
    automatic: inferred,
    /** the note had changed again by the time this was recorded */
    outdated: inferred,
    /** what no font has, shown as U+25A1 */
    replaced_characters: Type.Optional(Type.Array(text)),
    /** the newest checkpoint of the event log when it was made; it stands in the file */
    checkpoint: Type.Optional(Type.Object({ size: Type.Integer(), root: text })),
    /** a document for several notes: all of them, and which version of each it shows */
    notes: Type.Optional(Type.Array(Type.Object({ ecmr_id: text, note_version: Type.Integer() }))),
  }),
  /** a file that people added; its bytes are kept under their hash */
  AttachmentAdded: Type.Object({
    attachment_id: text,
    kind: oneOf(attachmentKinds),
    /** by the bytes, whatever the sender said */
    media_type: text,
    /** SHA-256 (hex) of the file as it is kept: pictures without what says where, when and by what they were taken */
    sha256: text,
    bytes: Type.Integer(),
    /** SHA-256 (hex) of the file as it was sent, when that is another one */
    sent_sha256: maybe,
    /** of a picture, in pixels as they are stored */
    width: Type.Optional(Type.Integer()),
    height: Type.Optional(Type.Integer()),
    name: maybe,
    title: maybe,
    description: maybe,
    /** where the picture was taken, by itself; only when the sender asked to keep it */
    location: Type.Optional(Type.Object({ latitude: Type.Number(), longitude: Type.Number() })),
    /** where it was fetched, when it was not sent */
    source_url: maybe,
    /** the invitation whose link it was added by */
    invitation_id: maybe,
  }),
  /** the file is shown no more; its bytes stay as long as the law has the note kept */
  AttachmentWithdrawn: Type.Object({ attachment_id: text, reason: text }),
  /** with `due` it was asked for, and is carried out no earlier; without, the values are gone */
  PersonalDataErased: Type.Object({
    categories: Type.Unsafe<readonly PersonalCategory[]>(Type.Array(text)),
    /** stays in clear */
    reason: text,
    by: oneOf(erasers),
    /** RFC 3339, UTC: when no legal duty to keep the values runs any more */
    due: maybe,
    /** the data keys that were destroyed; they must not exist any more */
    keys: Type.Optional(Type.Unsafe<readonly string[]>(Type.Array(text))),
  }),
} as const satisfies Readonly<Record<string, TSchema>>

export type EcmrEventType = keyof typeof ecmrEventData

export type EcmrEventData = {
  readonly [T in EcmrEventType]: Readonly<Static<(typeof ecmrEventData)[T]>>
}

/**
 * A fact about a consignment note.
 *
 * `at` is the instant it was recorded (RFC 3339, UTC, milliseconds); the event store keeps it as
 * `metadata.recorded_at`.
 */
export type EcmrEvent = {
  readonly [T in EcmrEventType]: { readonly type: T; readonly at: string; readonly data: EcmrEventData[T] }
}[EcmrEventType]

/** The event types by name, for recognising what a log holds. */
export const ecmrEventTypes = Object.keys(ecmrEventData) as readonly EcmrEventType[]
