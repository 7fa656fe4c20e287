export * from './company/events.js'
export { checkFields } from './ecmr/check-fields.js'
export * from './ecmr/commands.js'
export {
  type Compliance,
  compliance,
  type MissingItem,
  type RegimeCompliance,
} from './ecmr/compliance.js'
export * from './ecmr/decide.js'
export type { Decision, DecisionContext } from './ecmr/decision.js'
export { isEditable, isVehicleField } from './ecmr/editing-windows.js'
export * from './ecmr/events.js'
export * from './ecmr/evolve.js'
export * from './ecmr/fields.js'
export { noteLimits } from './ecmr/note-limits.js'
export * from './ecmr/number.js'
export * from './ecmr/read-event.js'
export * from './ecmr/state.js'
export * from './ecmr/status.js'
export { hasSigned } from './ecmr/strict-policy.js'
export { allowedTransitions } from './ecmr/transitions.js'
export * from './ecmr/upcast.js'
export * from './formats.js'
export { countries, currencies } from './formats.js'
export * from './json.js'
export * from './refusals.js'
