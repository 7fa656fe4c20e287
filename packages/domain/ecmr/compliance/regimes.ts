import type { EcmrFields } from '../fields.js'

/** Whether a regime governs a carriage; `unknown` when the note does not say enough to tell. */
export type Applies = 'yes' | 'no' | 'unknown'

export interface Regimes {
  readonly cmr: Applies
  readonly deca: Applies
  /** the stated type of transport and the countries do not go together */
  readonly contradicts: boolean
}

/**
 * Which regime governs the carriage: the CMR Convention across a border (CMR 1.1), the Spanish control document within Spain
 * (FOM/2861/2012 2). The place of pickup or delivery is the sender's or the receiver's unless it has a country of its own. Of
 * a national carriage one country says which the other is.
 */
export function regimesOf(fields: EcmrFields): Regimes {
  const from = fields.pickup_country ?? fields.sender_country
  const to = fields.delivery_country ?? fields.receiver_country
  const isKnown = from !== undefined && to !== undefined
  const crosses = isKnown && from !== to
  const withinSpain = from === 'ES' && to === 'ES'
  switch (fields.transport_type) {
    case 'international':
      return isKnown && !crosses ? contradictory : only('cmr')
    case 'national': {
      const country = from ?? to
      if (country === undefined) return { ...neither, deca: 'unknown' }
      if (crosses && (from === 'ES' || to === 'ES')) return contradictory
      return country === 'ES' ? only('deca') : neither
    }
    default:
      if (!isKnown) return { cmr: 'unknown', deca: 'unknown', contradicts: false }
      if (crosses) return only('cmr')
      return withinSpain ? only('deca') : neither
  }
}

const contradictory: Regimes = { cmr: 'unknown', deca: 'unknown', contradicts: true }
const neither: Regimes = { cmr: 'no', deca: 'no', contradicts: false }

function only(regime: 'cmr' | 'deca'): Regimes {
  return { ...neither, [regime]: 'yes' }
}
