export * from './actors.js'
export * from './api-keys/api-key.js'
export * from './api-keys/api-keys.js'
export * from './api-keys/authenticator.js'
export * from './api-keys/create-api-key.js'
export { keyPrefix } from './api-keys/key-format.js'
export * from './audit/drain-audit-outbox.js'
export * from './audit/keep-audit-trail.js'
export * from './audit/record-audit.js'
export {
  type CompanyChanges,
  changeCompany,
  createCompany,
  findCompaniesNamed,
  findCompany,
  listCompanies,
  requireSecondFactor,
  setPlan,
  setPolicy,
  setStorageQuota,
} from './companies/companies.js'
export * from './companies/company.js'
export * from './companies/first-steps.js'
export * from './companies/handles.js'
export * from './companies/logo.js'
export * from './invitations/invitations.js'
export { LIFETIMES, type LinkFollowed } from './links/links.js'
export { type Outside, outsideOf } from './logins/attempts.js'
export * from './logins/known-devices.js'
export * from './logins/log-in.js'
export * from './memberships/membership.js'
export { addMembership, listMemberships, type MembershipAdded } from './memberships/memberships.js'
export * from './migrations/migrate-accounts.js'
export * from './notices/choose.js'
export * from './notices/keep-notices.js'
export { type NoticeKind, type NoticeMetrics, noticeKinds } from './notices/kinds.js'
export { noticesOf, unsubscribe } from './notices/unsubscribe.js'
export * from './notices/unsubscribe-tokens.js'
export * from './passwords/change-password.js'
export * from './passwords/new-password.js'
export * from './passwords/password-fault.js'
export { hashPassword, verifyPassword } from './passwords/password-hash.js'
export * from './registrations/registrations.js'
export * from './resets/resets.js'
export * from './retention/prune-accounts.js'
export * from './saved-views/saved-views.js'
export { beginApp, confirmApp, removeApp } from './second-factor/apps.js'
export type { SecondFactorUsed } from './second-factor/model.js'
export * from './second-factor/passkey-site.js'
export {
  addPasskey,
  LONGEST_PASSKEY_NAME,
  MOST_PASSKEYS,
  passkeyToMake,
  passkeyToShow,
  removePasskey,
  renamePasskey,
} from './second-factor/passkeys.js'
export {
  findPending,
  openPasskeyLogin,
  openPendingLogin,
  PENDING_MS,
  type PendingLogin,
} from './second-factor/pending-logins.js'
export { FEW_RECOVERY_CODES, RECOVERY_CODES } from './second-factor/recovery-codes.js'
export * from './second-factor/requirement.js'
export { resealApps } from './second-factor/reseal-apps.js'
export * from './second-factor/reset.js'
export {
  type AppSecrets,
  type FactorRemoved,
  needsSecondStep,
  type Passkey,
  readSecondFactor,
  renewRecoveryCodes,
  type SecondFactor,
} from './second-factor/second-factor.js'
export { type SecondStep, type SecondStepTaken, takeSecondStep } from './second-factor/second-step.js'
export { appUri } from './second-factor/totp.js'
export * from './sessions/begin-session.js'
export { type Identified, identify } from './sessions/identified.js'
export * from './sessions/sessions.js'
export type { LinkPurpose } from './tables.js'
export * from './usage/largest-companies.js'
export * from './usage/storage-guard.js'
export * from './users/change-user.js'
export * from './users/user.js'
export { addUser, findPerson, findUser, isEmailTaken, listUsers, type NewUser } from './users/users.js'
