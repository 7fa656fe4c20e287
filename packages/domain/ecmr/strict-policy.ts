import type { Fault, Refusal } from '../refusals.js'
import { compliance, type MissingItem } from './compliance/compliance.js'
import { lacksDocument } from './compliance/lacks-document.js'
import { regimesOf } from './compliance/regimes.js'
import type { Role } from './events.js'
import type { EcmrFields } from './fields.js'
import type { Note } from './state.js'
import type { Progress } from './status.js'

// The strict policy refuses what the lenient one only reports: what the regime that applies asks for, and missing signatures.

/** What is known about a step besides the note itself. */
export interface Circumstances {
  /** who is about to sign in the same breath */
  readonly signing?: Role
  /** why the receiver has not signed */
  readonly unsigned_reason?: string
}

/** Whether a party's signature covers the note as it stands. */
export function hasSigned(note: Note, role: Role): boolean {
  return note.signatures.some((signature) => signature.role === role && signature.covers_current_version)
}

/** All that is missing for any of these steps, or `undefined`. */
export function strictGap(
  note: Note,
  steps: readonly Progress[],
  circumstances: Circumstances,
): Refusal | undefined {
  return together([
    ...steps.map((step) => dataGap(step, note.fields)),
    ...steps.map((step) => signatureGap(step, note, circumstances)),
    ...steps.map((step) => documentGap(step, note)),
  ])
}

/** Several gaps as one refusal with the code of the first. What lacks for two reasons is named once. */
function together(gaps: readonly (Gap | undefined)[]): Gap | undefined {
  const found = gaps.filter((gap) => gap !== undefined)
  const [first] = found
  if (first === undefined) return undefined
  const errors = found.flatMap((gap) => gap.errors)
  const isSame = (one: Fault, other: Fault) =>
    one.pointer === other.pointer && (one.code === 'required' || one.message === other.message)
  return {
    code: first.code,
    detail: [...new Set(found.map(({ detail }) => detail))].join(' '),
    errors: errors.filter((error, at) => errors.findIndex((one) => isSame(one, error)) === at),
  }
}

type Gap = Refusal & Required<Pick<Refusal, 'errors'>>

/** What fields lack that a note at this point has had to have. */
export function strictDataGap(progress: Progress, fields: EcmrFields): Refusal | undefined {
  const reached =
    progress === 'draft' ? [] : progress === 'assigned' ? [progress] : (['assigned', 'in_transit'] as const)
  return together(reached.map((step) => dataGap(step, fields)))
}

function dataGap(step: Progress, fields: EcmrFields): Gap | undefined {
  if (step === 'assigned' && fields.carrier_company_name === undefined) {
    return incomplete('Name the carrier first.', [
      fault('carrier_company_name', 'Needed to assign a carrier.'),
    ])
  }
  if (step !== 'in_transit') return undefined
  return regimeDataGap(fields, 'The goods cannot be in transit')
}

/**
 * What the regime that applies asks for and fields lack.
 *
 * @param until what has to wait for it, as the beginning of a sentence
 */
export function regimeDataGap(fields: EcmrFields, until: string): Gap | undefined {
  const { cmr, deca } = compliance(fields)
  const lacks = ({ applies, complete }: typeof cmr | typeof deca) => applies === 'yes' && !complete
  return together([
    lacks(cmr) ? gaps(until, 'particulars of CMR art. 6', cmr.missing) : undefined,
    lacks(deca) ? gaps(until, 'DeCA data', deca.missing) : undefined,
  ])
}

function gaps(until: string, what: string, missing: readonly MissingItem[]): Gap {
  return incomplete(
    `${until} before the ${what} are complete.`,
    missing.map((item) => fault(item.field, `Needed by ${item.article}; the ${item.responsible} gives it.`)),
  )
}

function signatureGap(
  step: Progress,
  note: Note,
  { signing, unsigned_reason }: Circumstances,
): Gap | undefined {
  const lacks = (role: Role) => role !== signing && !hasSigned(note, role)
  // The control document needs no signatures (BOE-A-2026-12784, fourth).
  if (step === 'in_transit' && regimesOf(note.fields).cmr === 'yes') {
    const missing = (['sender', 'carrier'] as const).filter(lacks)
    if (missing.length > 0)
      return unsigned(`Signatures of the current content are missing: ${missing.join(', ')}.`, missing)
  }
  if (step === 'delivered' && lacks('receiver') && unsigned_reason === undefined) {
    return unsigned('The receiver has not signed: send the signature, or the reason why it is missing.', [
      'receiver',
    ])
  }
  return undefined
}

/** Within Spain the lorry carries the document (BOE-A-2026-12784, first). */
function documentGap(step: Progress, note: Note): Gap | undefined {
  if (step !== 'in_transit' || !lacksDocument(note)) return undefined
  const code = 'document_required'
  return {
    code,
    detail: 'Issue the control document first: the goods cannot be taken over within Spain without it.',
    errors: [{ pointer: '', code, message: 'Issue the control document.' }],
  }
}

function unsigned(detail: string, roles: readonly Role[]): Gap {
  const code = 'signature_required'
  const errors = roles.map((role) => ({ pointer: '/signature', code, message: `The ${role} has to sign.` }))
  return { code, detail, errors }
}

function incomplete(detail: string, errors: readonly Fault[]): Gap {
  return { code: 'incomplete', detail, errors }
}

function fault(field: string, message: string): Fault {
  return { pointer: `/${field}`, code: 'required', message }
}
