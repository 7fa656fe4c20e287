import { cmrArticle6 } from './cmr-article-6.js'
import { decaContents } from './deca-contents.js'
import type { EcmrFields } from './fields.js'
import type { MissingItem, Particular } from './particular.js'

export type { MissingItem }

export interface RegimeCompliance {
  readonly complete: boolean
  readonly missing: readonly MissingItem[]
}

/** How far a note fulfils the regimes; information, not legal advice. CMR art. 4 keeps the contract valid regardless. */
export interface Compliance {
  readonly cmr: RegimeCompliance
  readonly deca: RegimeCompliance
}

/** What the note lacks under CMR art. 6 and as a Spanish DeCA. */
export function compliance(fields: EcmrFields): Compliance {
  return { cmr: judge(cmrArticle6, fields), deca: judge(decaContents, fields) }
}

function judge(particulars: readonly Particular[], fields: EcmrFields): RegimeCompliance {
  const missing = particulars
    .filter(({ field, unless }) => fields[field] === undefined && unless?.(fields) !== true)
    .map(({ field, article, responsible }) => ({ field, article, responsible }))
  return { complete: missing.length === 0, missing }
}
