import { inBoth } from '../../texts/texts.js'

/** What the tabs above the company's pages say. */
export const tabTexts = inBoth(
  { details: 'Datos y plan', people: 'Personas' },
  { details: 'Details and plan', people: 'People' },
)
