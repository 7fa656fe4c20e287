import { cmrArticle6 } from './cmr-article-6.js'
import { decaContents } from './deca-contents.js'
import type { Role } from './events.js'
import type { EcmrFields, FieldName } from './fields.js'

/** A particular that a legal regime asks for and the note does not have. */
export interface MissingItem {
  /** the field to fill in */
  readonly field: FieldName
  /** where the regime asks for it */
  readonly article: string
  /** who has to provide it */
  readonly responsible: Role
}

export interface RegimeCompliance {
  readonly complete: boolean
  readonly missing: readonly MissingItem[]
}

/** How far a note fulfils the regimes; information, not legal advice. CMR art. 4 keeps the contract valid regardless. */
export interface Compliance {
  readonly cmr: RegimeCompliance
  readonly deca: RegimeCompliance
}

/** A line of a regime's table. */
export interface Particular extends MissingItem {
  /** other ways to fulfil it than its field, or not to need it at all */
  readonly unless?: (fields: EcmrFields) => boolean
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
