// For tests only: no product code may import it.
export { FULL_COST, setHashCost } from './passwords/password-hash.js'
export { codeInStep, stepAt } from './second-factor/totp.js'
