export * from './check-body.js'
export { type FaultyRequest, faultsFromValidation, type ValidationFailure } from './faults.js'
export { suggestion } from './suggestion.js'
export * from './validators.js'
