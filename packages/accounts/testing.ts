// For tests only: no product code may import it.
export { FULL_COST, setHashCost } from './passwords/password-hash.js'
export { turns } from './passwords/turns.js'
export { codeInStep, stepAt } from './second-factor/totp.js'
