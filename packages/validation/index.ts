export * from './check-body.js'
export { type FaultyRequest, faultsFromValidation, type ValidationFailure } from './faults.js'
export * from './validators.js'
