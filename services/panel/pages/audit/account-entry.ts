import type { ActorNames } from '@ecmr/accounts'
import { type Language, type TextTable, textTable } from '@ecmr/contract'
import type { CompanyEventType, DocumentEventType, JsonObject, JsonValue } from '@ecmr/domain'
import type { RecordedEvent } from '@ecmr/event-store'
import { shownName } from '../connect/shown-name.js'
import { actorName } from '../notes/shared/actors.js'
import { brief } from '../notes/shared/brief.js'
import { nameIn } from '../notes/shared/labels.js'
import type { TrailEntry } from './trail-entry.js'

const sentences = textTable({
  CompanyRegistered: ['Empresa dada de alta', 'Company registered'],
  CompanyChanged: ['Datos de la empresa modificados', 'Company details changed'],
  UserAdded: ['Persona añadida', 'Person added'],
  UserChanged: ['Datos de una persona modificados', 'Person’s details changed'],
  UserRemoved: ['Persona quitada', 'Person removed'],
  UserInvited: ['Persona invitada', 'Person invited'],
  InvitationWithdrawn: ['Invitación retirada', 'Invitation withdrawn'],
  UserLoggedIn: ['Inicio de sesión', 'Logged in'],
  UserPasswordChanged: ['Contraseña cambiada', 'Password changed'],
  UserPasswordResetRequested: ['Contraseña nueva solicitada', 'New password requested'],
  UserSessionsEnded: ['Sesiones cerradas', 'Sessions ended'],
  UserSecondFactorAdded: ['Método de verificación añadido', 'Verification method added'],
  UserSecondFactorRemoved: ['Método de verificación quitado', 'Verification method removed'],
  UserSecondFactorReset: ['Verificación en dos pasos restablecida', 'Two-step verification reset'],
  UserRecoveryCodesCreated: ['Códigos de recuperación creados', 'Recovery codes created'],
  UserRecoveryCodeUsed: ['Código de recuperación usado', 'Recovery code used'],
  ApiKeyCreated: ['Clave API creada', 'API key created'],
  ApiKeyRevoked: ['Clave API revocada', 'API key revoked'],
  WebhookRegistered: ['Webhook creado', 'Webhook created'],
  WebhookChanged: ['Webhook modificado', 'Webhook changed'],
  WebhookDeleted: ['Webhook eliminado', 'Webhook deleted'],
  WebhookSecretRotated: ['Secreto de webhook cambiado', 'Webhook secret replaced'],
  WebhookDisabled: ['Webhook desactivado', 'Webhook disabled'],
  WebhookReplayRequested: ['Reenvío de eventos solicitado', 'Event replay requested'],
  RegisterEntryAdded: ['Ficha añadida', 'Register entry added'],
  RegisterEntryChanged: ['Ficha modificada', 'Register entry changed'],
  RegisterEntryRemoved: ['Ficha eliminada', 'Register entry removed'],
  RegisterImported: ['Fichas importadas', 'Register imported'],
  AssistantConnected: ['Asistente conectado', 'Assistant connected'],
  AssistantDisconnected: ['Asistente desconectado', 'Assistant disconnected'],
  AssistantTokenReused: ['Credencial de asistente usada dos veces', 'Assistant credential used twice'],
  InspectionCopyServed: ['Documento descargado', 'Document downloaded'],
  DocumentLinkClosed: ['Enlace de un documento cerrado', 'Document link closed'],
} satisfies TextTable<CompanyEventType | DocumentEventType>)

// What events of a company say, by their members. One that is not here is shown by its own name.
const members = textTable({
  user_id: ['Identificador de la persona', 'Person ID'],
  role: ['Rol', 'Role'],
  by: ['Con', 'With'],
  sessions: ['Sesiones', 'Sessions'],
  second_factor: ['Segundo paso', 'Second step'],
  factor: ['Método', 'Method'],
  passkey_id: ['Identificador de la llave', 'Passkey ID'],
  is_first: ['El primero', 'The first one'],
  is_last: ['El último', 'The last one'],
  left: ['Quedan', 'Left'],
  invitation_id: ['Identificador de la invitación', 'Invitation ID'],
  key_id: ['Identificador de la clave', 'Key ID'],
  name: ['Nombre', 'Name'],
  scopes: ['Permisos', 'Permissions'],
  expires_at: ['Caduca', 'Expires'],
  fields: ['Campos modificados', 'Changed fields'],
  changes: ['Cambios', 'Changes'],
  plan: ['Plan', 'Plan'],
  policy: ['Política', 'Policy'],
  webhook_id: ['Identificador del webhook', 'Webhook ID'],
  url: ['Dirección', 'Address'],
  events: ['Eventos', 'Events'],
  description: ['Descripción', 'Description'],
  max_per_second: ['Máximo de eventos por segundo', 'Maximum events per second'],
  include_document_url: ['Dirección del documento en los eventos', 'Document URL in events'],
  previous_secret_until: ['El secreto anterior vale hasta', 'Previous secret valid until'],
  reason: ['Motivo', 'Reason'],
  replay_id: ['Identificador del reenvío', 'Replay ID'],
  since: ['Desde', 'From'],
  until: ['Hasta', 'Until'],
  register: ['Fichas', 'Register'],
  entry_id: ['Identificador de la ficha', 'Entry ID'],
  created: ['Añadidas', 'Added'],
  changed: ['Modificadas', 'Changed'],
  grant_id: ['Identificador del acceso', 'Grant ID'],
  client_id: ['Identificador del asistente', 'Assistant ID'],
  client_name: ['Se llama a sí mismo', 'Calls itself'],
  redirect_host: ['Vuelta a', 'Redirected to'],
  token: ['Credencial', 'Credential'],
})

const values = textTable({
  parties: ['empresas', 'parties'],
  drivers: ['conductores', 'drivers'],
  vehicles: ['vehículos', 'vehicles'],
  templates: ['plantillas', 'templates'],
  owner: ['propietario', 'owner'],
  member: ['miembro', 'member'],
  driver: ['conductor', 'driver'],
  reader: ['solo lectura', 'read-only'],
  incidents: ['incidencias', 'incidents'],
  signatures: ['firmas', 'signatures'],
  late_deliveries: ['entregas con retraso', 'late deliveries'],
  password: ['contraseña', 'password'],
  link: ['enlace', 'link'],
  switch: ['cambio de empresa', 'switch of companies'],
  app: ['aplicación de códigos', 'authenticator app'],
  passkey: ['llave de acceso', 'passkey'],
  recovery_code: ['código de recuperación', 'recovery code'],
  operator: ['operador', 'operator'],
  lenient: ['permitir y avisar', 'allow and warn'],
  strict: ['bloquear', 'block'],
  code: ['código de autorización', 'authorization code'],
  refresh_token: ['credencial de renovación', 'refresh token'],
  disconnected: ['lo desconectó una persona o el operador', 'a person or the operator disconnected it'],
  person_removed: ['quien lo autorizó dejó la empresa', 'the person who authorised it left the company'],
  password_changed: [
    'quien lo autorizó cambió su contraseña y lo desconectó',
    'the person who authorised it changed their password and disconnected it',
  ],
  revoked_by_client: ['el asistente renunció al acceso', 'the assistant gave up its access'],
  code_reused: ['su código de autorización se usó dos veces', 'its authorization code was used twice'],
  refresh_token_reused: [
    'una credencial ya renovada se usó otra vez',
    'an already renewed refresh token was used again',
  ],
})
// Only here are values choices from a list.
const chosen: ReadonlySet<string> = new Set([
  'role',
  'notices',
  'by',
  'policy',
  'token',
  'reason',
  'register',
  'factor',
  'second_factor',
])

const LONGEST_VALUE = 200
const SHORT_ID = 8

/** An event of a company in words: what happened, and to whom or what. */
export function accountSentence(type: string, language: Language): string {
  return nameIn(sentences[language], type) ?? type
}

/**
 * An event of the company's account in words.
 *
 * @param names of the people who belong to the company, by their ids: the log names them by id only
 * @param nameOf of those who acted
 */
export function accountEntry(
  { type, data, metadata, revision, position }: RecordedEvent,
  names: ReadonlyMap<string, string>,
  nameOf: ActorNames,
  language: Language,
): TrailEntry {
  const subject = subjectOf(data, names)
  const sentence = accountSentence(type, language)
  return {
    at: metadata.recorded_at,
    sentence: subject === undefined ? sentence : `${sentence}: ${brief(subject)}`,
    who: brief(actorName(metadata.actor, nameOf, language), LONGEST_VALUE),
    inferred: false,
    lines: linesOf(data, language),
    revision,
    position,
    hash: metadata.hash,
    prev_hash: metadata.prev_hash,
  }
}

function subjectOf(
  { client_name, user_id, name, url, webhook_id }: JsonObject,
  names: ReadonlyMap<string, string>,
): string | undefined {
  if (typeof client_name === 'string') return shownName(client_name)
  if (typeof user_id === 'string') return names.get(user_id) ?? user_id.slice(-SHORT_ID)
  return [name, url, webhook_id].find((value) => typeof value === 'string')
}

function linesOf(data: JsonObject, language: Language): readonly string[] {
  return Object.entries(data).flatMap(([member, value]) => {
    const words = wordsOf(member, value, language)
    const label = nameIn(members[language], member) ?? member
    return words === '' ? [] : [`${label}: ${brief(words, LONGEST_VALUE)}`]
  })
}

/** A value in words; of fields that changed, each with its former and its new value. */
function wordsOf(member: string, value: JsonValue | undefined, language: Language): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string')
    return (chosen.has(member) ? nameIn(values[language], value) : undefined) ?? value
  if (isObject(value)) {
    const { old, new: now } = value
    if (old !== undefined && now !== undefined)
      return [old, now].map((one) => wordsOf(member, one, language) || '—').join(' → ')
    return Object.entries(value)
      .map(([field, inner]) => `${field}: ${wordsOf(field, inner, language)}`)
      .join('; ')
  }
  if (typeof value !== 'object') return String(value)
  return value.map((one) => wordsOf(member, one, language)).join(', ')
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
