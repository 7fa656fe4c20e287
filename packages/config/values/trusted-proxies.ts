import { items } from './items.js'
import { network } from './network.js'
import { wholeNumber } from './whole-number.js'

/** Reads whose X-Forwarded-For counts, in the form that Fastify takes. Throws when the text makes no sense. */
export function trustedProxies(text: string): boolean | number | string {
  if (text === 'off' || text === 'false') return false
  if (text === 'on' || text === 'true') return true
  if (/^\d+$/.test(text)) return wholeNumber(text, { from: 1, to: 10 })
  return items(text, network).join(',')
}
