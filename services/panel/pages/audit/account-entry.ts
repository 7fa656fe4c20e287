import type { Language } from '@ecmr/contract'
import type { CompanyEventType, JsonObject, JsonValue } from '@ecmr/domain'
import type { RecordedEvent } from '@ecmr/event-store'
import { inBoth } from '../../texts/texts.js'
import { shownName } from '../connect/shown-name.js'
import { brief } from '../notes/shared/brief.js'
import { nameIn } from '../notes/shared/labels.js'
import { type TrailEntry, whoActed } from './trail-entry.js'

const sentences = inBoth<Readonly<Record<CompanyEventType, string>>>(
  {
    CompanyRegistered: 'Empresa dada de alta',
    CompanyChanged: 'Datos de la empresa modificados',
    UserAdded: 'Persona añadida',
    UserChanged: 'Datos de una persona modificados',
    UserRemoved: 'Persona eliminada',
    UserInvited: 'Persona invitada',
    InvitationWithdrawn: 'Invitación retirada',
    UserLoggedIn: 'Inicio de sesión',
    UserPasswordChanged: 'Contraseña cambiada',
    UserPasswordResetRequested: 'Contraseña nueva solicitada',
    UserSessionsEnded: 'Sesiones cerradas',
    ApiKeyCreated: 'Clave API creada',
    ApiKeyRevoked: 'Clave API revocada',
    WebhookRegistered: 'Webhook registrado',
    WebhookChanged: 'Webhook modificado',
    WebhookDeleted: 'Webhook eliminado',
    WebhookSecretRotated: 'Secreto de un webhook renovado',
    WebhookDisabled: 'Webhook desactivado',
    WebhookReplayRequested: 'Reenvío de avisos solicitado',
    AssistantConnected: 'Asistente conectado',
    AssistantDisconnected: 'Asistente desconectado',
    AssistantTokenReused: 'Credencial de un asistente usada dos veces',
  },
  {
    CompanyRegistered: 'Company registered',
    CompanyChanged: 'Company data changed',
    UserAdded: 'Person added',
    UserChanged: 'Data of a person changed',
    UserRemoved: 'Person removed',
    UserInvited: 'Person invited',
    InvitationWithdrawn: 'Invitation withdrawn',
    UserLoggedIn: 'Logged in',
    UserPasswordChanged: 'Password changed',
    UserPasswordResetRequested: 'New password requested',
    UserSessionsEnded: 'Sessions ended',
    ApiKeyCreated: 'API key created',
    ApiKeyRevoked: 'API key revoked',
    WebhookRegistered: 'Webhook registered',
    WebhookChanged: 'Webhook changed',
    WebhookDeleted: 'Webhook deleted',
    WebhookSecretRotated: 'Secret of a webhook rotated',
    WebhookDisabled: 'Webhook disabled',
    WebhookReplayRequested: 'Replay of notifications requested',
    AssistantConnected: 'Assistant connected',
    AssistantDisconnected: 'Assistant disconnected',
    AssistantTokenReused: 'Credential of an assistant used twice',
  },
)

// What events of a company say, by their members. One that is not here is shown by its own name.
const members = inBoth<Readonly<Record<string, string>>>(
  {
    user_id: 'Identificador de la persona',
    role: 'Rol',
    by: 'Con',
    sessions: 'Sesiones',
    invitation_id: 'Identificador de la invitación',
    key_id: 'Identificador de la clave',
    name: 'Nombre',
    scopes: 'Permisos',
    expires_at: 'Caduca',
    fields: 'Campos cambiados',
    changes: 'Cambios',
    plan: 'Plan',
    policy: 'Política',
    webhook_id: 'Identificador del webhook',
    url: 'Dirección',
    events: 'Avisos',
    description: 'Descripción',
    max_per_second: 'Avisos por segundo, como mucho',
    previous_secret_until: 'El secreto anterior vale hasta',
    reason: 'Motivo',
    replay_id: 'Identificador del reenvío',
    since: 'Desde',
    until: 'Hasta',
    grant_id: 'Identificador del acceso',
    client_id: 'Identificador del asistente',
    client_name: 'Se llama a sí mismo',
    redirect_host: 'Volvió a',
    token: 'Credencial',
  },
  {
    user_id: 'Id of the person',
    role: 'Role',
    by: 'By',
    sessions: 'Sessions',
    invitation_id: 'Id of the invitation',
    key_id: 'Id of the key',
    name: 'Name',
    scopes: 'Scopes',
    expires_at: 'Expires',
    fields: 'Changed fields',
    changes: 'Changes',
    plan: 'Plan',
    policy: 'Policy',
    webhook_id: 'Id of the webhook',
    url: 'Address',
    events: 'Notifications',
    description: 'Description',
    max_per_second: 'Notifications a second, at most',
    previous_secret_until: 'The former secret holds until',
    reason: 'Reason',
    replay_id: 'Id of the replay',
    since: 'From',
    until: 'Until',
    grant_id: 'Id of the access',
    client_id: 'Id of the assistant',
    client_name: 'Calls itself',
    redirect_host: 'Sent back to',
    token: 'Credential',
  },
)

const values = inBoth<Readonly<Record<string, string>>>(
  {
    owner: 'propietario de la cuenta',
    member: 'miembro',
    password: 'contraseña',
    link: 'enlace',
    lenient: 'flexible',
    strict: 'estricta',
    code: 'código de autorización',
    refresh_token: 'credencial de renovación',
    disconnected: 'lo desconectó una persona o el operador',
    person_removed: 'quien lo autorizó dejó la empresa',
    password_changed: 'quien lo autorizó cambió su contraseña y lo desconectó',
    revoked_by_client: 'renunció el propio asistente',
    code_reused: 'su código de autorización se usó dos veces',
    refresh_token_reused: 'una credencial suya ya renovada se usó otra vez',
  },
  {
    owner: 'owner of the account',
    member: 'member',
    password: 'password',
    link: 'link',
    lenient: 'lenient',
    strict: 'strict',
    code: 'authorization code',
    refresh_token: 'refresh token',
    disconnected: 'a person or the operator disconnected it',
    person_removed: 'the person who authorised it left the company',
    password_changed: 'the person who authorised it changed the password and disconnected it',
    revoked_by_client: 'the assistant itself gave it up',
    code_reused: 'its authorization code was used twice',
    refresh_token_reused: 'a renewed refresh token was used again',
  },
)
// Only here are values choices from a list.
const chosen: ReadonlySet<string> = new Set(['role', 'by', 'policy', 'token', 'reason'])

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
 */
export function accountEntry(
  { type, data, metadata, revision, position }: RecordedEvent,
  names: ReadonlyMap<string, string>,
  language: Language,
): TrailEntry {
  const subject = subjectOf(data, names)
  const sentence = accountSentence(type, language)
  return {
    at: metadata.recorded_at,
    sentence: subject === undefined ? sentence : `${sentence}: ${brief(subject)}`,
    who: whoActed(metadata.actor, language),
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
  return value.map((one) => wordsOf('', one, language)).join(', ')
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
