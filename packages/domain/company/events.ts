import type { JsonObject } from '../json.js'

/**
 * What happens to a company's accounts, keys, webhooks and assistants, appended to `company-<id>` so that the audit trail is
 * whole. Never holds a secret: a key is named by its public id.
 */
export const companyEventTypes = [
  'CompanyRegistered',
  'CompanyChanged',
  'UserAdded',
  'UserChanged',
  'UserRemoved',
  'UserInvited',
  'InvitationWithdrawn',
  'UserLoggedIn',
  'UserPasswordChanged',
  'UserPasswordResetRequested',
  'UserSessionsEnded',
  'ApiKeyCreated',
  'ApiKeyRevoked',
  'WebhookRegistered',
  'WebhookChanged',
  'WebhookDeleted',
  'WebhookSecretRotated',
  'WebhookDisabled',
  'WebhookReplayRequested',
  'AssistantConnected',
  'AssistantDisconnected',
  'AssistantTokenReused',
] as const

export type CompanyEventType = (typeof companyEventTypes)[number]

/** A fact about a company; `at` as in EcmrEvent. */
export interface CompanyEvent {
  readonly type: CompanyEventType
  readonly at: string
  readonly data: JsonObject
}
