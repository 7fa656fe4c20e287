declare const authenticated: unique symbol

/**
 * The id of the company on whose behalf a request is made; with a test key, that of its test data (see `testCompanyOf`).
 * Every query over more than one company's data takes it first, so that a forgotten filter does not compile.
 */
export type CompanyId = string & { readonly [authenticated]: true }

/** Vouches that the caller acts for this company. Called by authentication code and by the operator's CLI only. */
export function actingFor(companyId: string): CompanyId {
  return companyId as CompanyId
}

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
  'UserSecondFactorAdded',
  'UserSecondFactorRemoved',
  'UserSecondFactorReset',
  'UserRecoveryCodesCreated',
  'UserRecoveryCodeUsed',
  'ApiKeyCreated',
  'ApiKeyRevoked',
  'WebhookRegistered',
  'WebhookChanged',
  'WebhookDeleted',
  'WebhookSecretRotated',
  'WebhookDisabled',
  'WebhookReplayRequested',
  'RegisterEntryAdded',
  'RegisterEntryChanged',
  'RegisterEntryRemoved',
  'RegisterImported',
  'AssistantConnected',
  'AssistantDisconnected',
  'AssistantTokenReused',
] as const

export type CompanyEventType = (typeof companyEventTypes)[number]
