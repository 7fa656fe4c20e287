export * from './company/events.js'
export * from './company/test-mode.js'
export * from './company/user-roles.js'
export * from './document/events.js'
export * from './document/read-event.js'
export { attachmentLimits } from './ecmr/decisions/add-attachment.js'
export { checkFields } from './ecmr/check-fields.js'
export * from './ecmr/commands.js'
export * from './ecmr/compliance/compliance.js'
export type { Deadline, JudgedNote, PublicHolidays } from './ecmr/compliance/deadlines.js'
export { deadlines, retainUntil } from './ecmr/compliance/deadlines.js'
export { lacksDocument } from './ecmr/compliance/lacks-document.js'
export { dayInZone, endOfDayInZone } from './ecmr/compliance/local-days.js'
export { type DecaLetter, decaLetters, type Responsible } from './ecmr/compliance/particular.js'
export { type Applies, regimesOf } from './ecmr/compliance/regimes.js'
export * from './ecmr/decide.js'
export type { Decision, DecisionContext } from './ecmr/decision.js'
export * from './ecmr/documents.js'
export { isEditable, isVehicleField, type VehicleField, vehicleFields } from './ecmr/editing-windows.js'
export { eraseData, eraseFields } from './ecmr/erased-note.js'
export * from './ecmr/events.js'
export * from './ecmr/evolve.js'
export * from './ecmr/fields.js'
export {
  type DriverLinkState,
  driverLinkState,
  driverLinkStates,
  invitationLimits,
  invitationState,
  openInvitations,
  signsAs,
} from './ecmr/invitations.js'
export {
  type ChangedMetadata,
  changedMetadata,
  type Metadata,
  type MetadataChanges,
  metadataFrom,
  metadataLimits,
  metadataShown,
  metadataToChange,
  metadataToCreate,
  tooManyKeys,
  withMetadata,
} from './ecmr/metadata.js'
export { noteLimits } from './ecmr/note-limits.js'
export * from './ecmr/number.js'
export * from './ecmr/personal-categories.js'
export * from './ecmr/personal-data.js'
export * from './ecmr/read-event.js'
export * from './ecmr/sharing.js'
export * from './ecmr/sharing-rights.js'
export * from './ecmr/state.js'
export * from './ecmr/status.js'
export { hasSigned } from './ecmr/strict-policy.js'
export { allowedTransitions } from './ecmr/transitions.js'
export * from './ecmr/upcast.js'
export * from './ecmr/vehicles.js'
export { asOfInstant } from './instants.js'
export * from './formats.js'
export { countries, currencies } from './formats.js'
export * from './json.js'
export * from './refusals.js'
export * from './text.js'
export { fitsSlot, isTaxId, type TaxScheme, taxSchemes } from './tax-schemes.js'
