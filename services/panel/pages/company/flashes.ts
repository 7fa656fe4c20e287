import { inBoth } from '../../texts/texts.js'

/** What is said after a form. */
export const companyFlashes = inBoth({}, {})
