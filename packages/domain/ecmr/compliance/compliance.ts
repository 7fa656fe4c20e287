import type { EcmrFields } from '../fields.js'
import { cmrArticle6 } from './cmr-article-6.js'
import { type DecaLetterContents, decaContents, decaLettersOf } from './deca-contents.js'
import { type Doubt, doubtsOnDeca, doubtsOnRegime } from './doubts.js'
import type { Particular } from './particular.js'
import { type Applies, type Regimes, regimesOf } from './regimes.js'

/** A particular that the regime asks for and the note does not have. */
export interface MissingItem extends Omit<Particular, 'unless'> {
  readonly severity: 'missing'
  readonly reason: 'missing'
}

export type ComplianceItem = MissingItem | Doubt

export interface RegimeCompliance {
  readonly applies: Applies
  /** nothing is missing, or the regime does not apply */
  readonly complete: boolean
  readonly missing: readonly MissingItem[]
  readonly doubtful: readonly Doubt[]
}

/** How far a note fulfils the regimes; information, not legal advice. CMR art. 4 keeps the contract valid regardless. */
export interface Compliance {
  readonly cmr: RegimeCompliance
  /** letters: none where it does not apply */
  readonly deca: RegimeCompliance & { readonly letters: readonly DecaLetterContents[] }
}

/** What the note lacks under CMR art. 6 and as a Spanish DeCA, as far as each applies or may apply. */
export function compliance(fields: EcmrFields): Compliance {
  const regimes = regimesOf(fields)
  const cmr = regimes.cmr === 'no' ? NOT_APPLICABLE : judged('cmr', regimes, fields)
  const deca = regimes.deca === 'no' ? NOT_APPLICABLE : judged('deca', regimes, fields)
  const letters = regimes.deca === 'no' ? [] : decaLettersOf(fields, deca.missing)
  return { cmr, deca: { ...deca, letters } }
}

const NOT_APPLICABLE: RegimeCompliance = { applies: 'no', complete: true, missing: [], doubtful: [] }

function judged(regime: 'cmr' | 'deca', regimes: Regimes, fields: EcmrFields): RegimeCompliance {
  const missing = lines[regime]
    .filter(({ item, unless }) => fields[item.field] === undefined && unless?.(fields) !== true)
    .map(({ item }) => item)
  const doubts = regime === 'cmr' ? [] : doubtsOnDeca(fields)
  return {
    applies: regimes[regime],
    complete: missing.length === 0,
    missing,
    doubtful: [...doubtsOnRegime(regime, regimes, fields), ...doubts],
  }
}

// The same objects for every note, so that what is derived from one, as its sentence, can be kept with it.
const linesOf = (particulars: readonly Particular[]) =>
  particulars.map(({ unless, ...particular }) => ({
    item: { ...particular, severity: 'missing', reason: 'missing' } satisfies MissingItem,
    unless,
  }))
const lines = { cmr: linesOf(cmrArticle6), deca: linesOf(decaContents) }
