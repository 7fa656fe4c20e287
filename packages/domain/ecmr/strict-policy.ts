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

/** The first thing that is missing for any of these steps, or `undefined`. */
export function strictGap(
  note: Note,
  steps: readonly Progress[],
  circumstances: Circumstances,
): Refusal | undefined {
  for (const step of steps) {
    const gap =
      dataGap(step, note.fields) ?? signatureGap(step, note, circumstances) ?? documentGap(step, note)
    if (gap !== undefined) return gap
  }
  return undefined
}

/** What fields lack that a note at this point has had to have. */
export function strictDataGap(progress: Progress, fields: EcmrFields): Refusal | undefined {
  const reached =
    progress === 'draft' ? [] : progress === 'assigned' ? [progress] : (['assigned', 'in_transit'] as const)
  return reached.map((step) => dataGap(step, fields)).find((gap) => gap !== undefined)
}

function dataGap(step: Progress, fields: EcmrFields): Refusal | undefined {
  if (step === 'assigned' && fields.carrier_company_name === undefined) {
    return incomplete('Name the carrier first.', [
      fault('carrier_company_name', 'Needed to assign a carrier.'),
    ])
  }
  if (step !== 'in_transit') return undefined
  return regimeDataGap(fields, 'The goods cannot be on the way')
}

/**
 * What the regime that applies asks for and fields lack.
 *
 * @param until what has to wait for it, as the beginning of a sentence
 */
export function regimeDataGap(fields: EcmrFields, until: string): Refusal | undefined {
  const { cmr, deca } = compliance(fields)
  if (cmr.applies === 'yes' && !cmr.complete) return gaps(until, 'particulars of CMR art. 6', cmr.missing)
  if (deca.applies === 'yes' && !deca.complete) return gaps(until, 'DeCA data', deca.missing)
  return undefined
}

function gaps(until: string, what: string, missing: readonly MissingItem[]): Refusal {
  return incomplete(
    `${until} before the ${what} are complete.`,
    missing.map((item) => fault(item.field, `Needed by ${item.article}; the ${item.responsible} gives it.`)),
  )
}

function signatureGap(
  step: Progress,
  note: Note,
  { signing, unsigned_reason }: Circumstances,
): Refusal | undefined {
  const lacks = (role: Role) => role !== signing && !hasSigned(note, role)
  // The control document needs no signatures (BOE-A-2026-12784, fourth).
  if (step === 'in_transit' && regimesOf(note.fields).cmr === 'yes') {
    const missing = (['sender', 'carrier'] as const).filter(lacks)
    if (missing.length > 0)
      return unsigned(`Signatures of the present content are missing: ${missing.join(', ')}.`)
  }
  if (step === 'delivered' && lacks('receiver') && unsigned_reason === undefined) {
    return unsigned('The receiver has not signed: send the signature, or a reason why nobody signed.')
  }
  return undefined
}

/** Within Spain the lorry carries the document (BOE-A-2026-12784, first). */
function documentGap(step: Progress, note: Note): Refusal | undefined {
  if (step !== 'in_transit' || !lacksDocument(note)) return undefined
  return {
    code: 'document_required',
    detail: 'Issue the control document first: the goods cannot be taken over within Spain without it.',
  }
}

function unsigned(detail: string): Refusal {
  return { code: 'signature_required', detail }
}

function incomplete(detail: string, errors: readonly Fault[]): Refusal {
  return { code: 'incomplete', detail, errors }
}

function fault(field: string, message: string): Fault {
  return { pointer: `/${field}`, code: 'required', message }
}
