import { inBoth, type Language, type TextTable, textTable, uncapitalised } from '@ecmr/contract'
import type {
  DocumentKind,
  DocumentLanguage,
  EcmrEventType,
  EcmrFields,
  Identification,
  IncidentType,
  InvitedRole,
  JsonObject,
  Outcome,
  Role,
  Severity,
  SigningMethod,
} from '@ecmr/domain'

// The name of everything that a note can say, for people. A table that lacks something does not compile.

export const transportTypeLabels = textTable({
  national: ['Nacional', 'National'],
  international: ['Internacional', 'International'],
} satisfies TextTable<NonNullable<EcmrFields['transport_type']>>)

export const roleLabels = textTable({
  sender: ['Remitente', 'Sender'],
  carrier: ['Transportista', 'Carrier'],
  receiver: ['Destinatario', 'Receiver'],
} satisfies TextTable<Role>)

/** Whom a signing link is for. */
export const invitedRoleLabels = textTable({
  sender: ['Remitente', 'Sender'],
  carrier: ['Transportista', 'Carrier'],
  receiver: ['Destinatario', 'Receiver'],
  driver: ['Conductor', 'Driver'],
} satisfies TextTable<InvitedRole>)

/** How the person who signs was identified. */
export const identificationLabels = textTable({
  session: ['sesión iniciada', 'logged in'],
  api_key: ['clave API', 'API key'],
  mailed_code: ['enlace y código enviado por correo', 'link and mailed code'],
  told_code: ['enlace y código leído por quien invita', 'link and code read out by the inviter'],
} satisfies TextTable<Identification>)

export const signingMethodLabels = textTable({
  drawn: ['Firma dibujada', 'Drawn signature'],
  typed: ['Nombre escrito', 'Typed name'],
  api: ['Por la API', 'Via the API'],
} satisfies TextTable<SigningMethod>)

export const incidentTypeLabels = textTable({
  damage: ['Daños', 'Damage'],
  partial_loss: ['Pérdida parcial', 'Partial loss'],
  total_loss: ['Pérdida total', 'Total loss'],
  delay: ['Retraso', 'Delay'],
  refused_by_receiver: ['Rechazo del destinatario', 'Refused by receiver'],
  receiver_absent: ['Destinatario ausente', 'Receiver absent'],
  wrong_address: ['Dirección incorrecta', 'Wrong address'],
  accident: ['Accidente', 'Accident'],
  breakdown: ['Avería', 'Breakdown'],
  theft: ['Robo', 'Theft'],
  documentation: ['Documentación', 'Documentation'],
  customs: ['Aduanas', 'Customs'],
  other: ['Otra', 'Other'],
} satisfies TextTable<IncidentType>)

export const severityLabels = textTable({
  low: ['Leve', 'Low'],
  medium: ['Media', 'Medium'],
  high: ['Grave', 'High'],
  critical: ['Crítica', 'Critical'],
} satisfies TextTable<Severity>)

export const outcomeLabels = textTable({
  continue: ['El transporte continúa', 'Transport continues'],
  delivered_with_reservations: ['Entregada con reservas', 'Delivered with reservations'],
  returned_to_sender: ['Devuelta al remitente', 'Returned to sender'],
  redirected: ['Enviada a otro destino', 'Redirected'],
  transhipped: ['Transbordada', 'Transhipped'],
  partial_delivery: ['Entrega parcial', 'Partial delivery'],
  lost: ['Mercancía perdida', 'Goods lost'],
  dismissed: ['Descartada', 'Dismissed'],
} satisfies TextTable<Outcome>)

export const documentKindLabels = textTable({
  cmr: ['carta de porte CMR', 'CMR consignment note'],
  deca: ['DeCA', 'DeCA'],
} satisfies TextTable<DocumentKind>)

export const documentLanguageLabels = textTable({
  es: ['español', 'Spanish'],
  en: ['inglés', 'English'],
  fr: ['francés', 'French'],
  de: ['alemán', 'German'],
  pt: ['portugués', 'Portuguese'],
  it: ['italiano', 'Italian'],
} satisfies TextTable<DocumentLanguage>)

/** What happened, by the type of the event. */
export const eventLabels = textTable({
  EcmrCreated: ['Carta de porte creada', 'Consignment note created'],
  EcmrEdited: ['Datos modificados', 'Data changed'],
  EcmrAmended: ['Datos modificados después de firmar', 'Data changed after signing'],
  CarrierAssigned: ['Transportista asignado', 'Carrier assigned'],
  CarrierUnassigned: ['Transportista retirado', 'Carrier removed'],
  EcmrSigned: ['Firmada', 'Signed'],
  SignerInvited: ['Invitación a firmar', 'Invited to sign'],
  SignerInvitationRevoked: ['Invitación a firmar revocada', 'Invitation to sign revoked'],
  SigningDeclined: ['Sin firma', 'Not signed'],
  EcmrShared: ['Compartida con otra empresa', 'Shared with another company'],
  SharingRevoked: ['Dejada de compartir', 'Share revoked'],
  GoodsTakenOver: ['Mercancía recogida', 'Goods taken over'],
  VehicleChanged: ['Vehículo o conductor cambiado', 'Vehicle or driver changed'],
  ReservationRecorded: ['Reserva anotada', 'Reservation recorded'],
  IncidentReported: ['Incidencia comunicada', 'Incident reported'],
  IncidentResolved: ['Incidencia resuelta', 'Incident resolved'],
  DeliveryConfirmed: ['Entrega confirmada', 'Delivery confirmed'],
  DeliveryReverted: ['Entrega retirada', 'Delivery taken back'],
  EcmrCancelled: ['Carta de porte anulada', 'Consignment note cancelled'],
  MetadataChanged: ['Metadatos modificados', 'Metadata changed'],
  PersonalDataErased: ['Datos personales borrados', 'Personal data erased'],
  AttachmentAdded: ['Adjunto añadido', 'Attachment added'],
  AttachmentWithdrawn: ['Adjunto retirado', 'Attachment withdrawn'],
  DocumentIssued: ['Documento emitido', 'Document issued'],
} satisfies TextTable<EcmrEventType>)

const signedBy = textTable({
  sender: ['Firmada por el remitente', 'Signed by the sender'],
  carrier: ['Firmada por el transportista', 'Signed by the carrier'],
  receiver: ['Firmada por el destinatario', 'Signed by the receiver'],
} satisfies TextTable<Role>)

const reservedBy = textTable({
  sender: ['Reserva del remitente', 'Reservation by the sender'],
  carrier: ['Reserva del transportista', 'Reservation by the carrier'],
  receiver: ['Reserva del destinatario', 'Reservation by the receiver'],
} satisfies TextTable<Role>)

const declinedBy = textTable({
  sender: ['Sin firma del remitente', 'Not signed by the sender'],
  carrier: ['Sin firma del transportista', 'Not signed by the carrier'],
  receiver: ['Sin firma del destinatario', 'Not signed by the receiver'],
} satisfies TextTable<Role>)

/** A signature in words. */
export function signedByLabel(role: Role, language: Language): string {
  return signedBy[language][role]
}

/**
 * An event in words: "Firmada por el transportista". Of a type that this version does not know, its name.
 *
 * @param event its type and what it says, as histories hold them
 */
export function eventSentence(
  { type, data }: { readonly type: string; readonly data: JsonObject },
  language: Language,
): string {
  switch (type) {
    case 'EcmrSigned':
      return nameIn(signedBy[language], data.role) ?? eventLabels[language].EcmrSigned
    case 'SignerInvited':
      return withDetail(eventLabels[language].SignerInvited, nameIn(invitedRoleLabels[language], data.role))
    case 'SigningDeclined':
      return nameIn(declinedBy[language], data.role) ?? eventLabels[language].SigningDeclined
    case 'ReservationRecorded':
      return nameIn(reservedBy[language], data.by) ?? eventLabels[language].ReservationRecorded
    case 'IncidentReported':
      return withDetail(
        eventLabels[language].IncidentReported,
        nameIn(incidentTypeLabels[language], data.type),
      )
    case 'IncidentResolved':
      return withDetail(eventLabels[language].IncidentResolved, nameIn(outcomeLabels[language], data.outcome))
    case 'PersonalDataErased':
      return data.due === undefined ? eventLabels[language].PersonalDataErased : erasureAskedFor[language]
    case 'DocumentIssued':
      return issuedSentence(data, language)
    default:
      return nameIn(eventLabels[language], type) ?? type
  }
}

const erasureAskedFor = inBoth('Borrado de datos personales programado', 'Erasure of personal data scheduled')

const issued = inBoth(
  (kind: string, version: number) => `Documento emitido: ${kind}, versión ${version}`,
  (kind: string, version: number) => `Document issued: ${kind}, version ${version}`,
)

function issuedSentence({ kind, version }: JsonObject, language: Language): string {
  const named = nameIn(documentKindLabels[language], kind)
  return named === undefined || typeof version !== 'number'
    ? eventLabels[language].DocumentIssued
    : issued[language](named, version)
}

/** What a table calls something, if it knows it. */
export function nameIn(table: Readonly<Record<string, string>>, key: unknown): string | undefined {
  return typeof key === 'string' && Object.hasOwn(table, key) ? table[key] : undefined
}

function withDetail(sentence: string, detail: string | undefined): string {
  return detail === undefined ? sentence : `${sentence}: ${uncapitalised(detail)}`
}
