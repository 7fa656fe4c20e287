import type { Language } from '@ecmr/contract'
import { compliance, hasSigned, lacksDocument, type Note, type Role } from '@ecmr/domain'
import { incidentTypeLabels } from '../shared/labels.js'
import { incidentRemedy, type Remedy } from '../shared/refusals.js'
import { readTexts } from './texts.js'

/** What a note needs next, and what that is for. */
export interface NextStep {
  /** absent: nothing is left to do */
  readonly action: Remedy | undefined
  readonly why: string
  /** what comes next and who does it, for those whose role does not allow the action */
  readonly waits: string
}

/**
 * What follows from where a note stands: incidents first, then what the law asks for before the goods leave, then the
 * signatures in the order in which the parties meet. Undefined for a cancelled note.
 */
export function nextStep(note: Note, language: Language): NextStep | undefined {
  const { fields, progress } = note
  const said = readTexts[language].next
  if (note.cancelled_at !== undefined) return undefined
  const incident = note.incidents.find(({ status }) => status === 'open')
  if (incident)
    return {
      action: incidentRemedy(note, language),
      why: said.incident(incidentTypeLabels[language][incident.type]),
      waits: said.incidentWaits(incidentTypeLabels[language][incident.type]),
    }
  if (progress === 'in_transit') return signing(note, 'receiver', language)
  if (progress === 'delivered') {
    const isDone = hasSigned(note, 'receiver') || note.unsigned_reason !== undefined
    return isDone
      ? { action: undefined, why: said.done, waits: said.done }
      : signing(note, 'receiver', language)
  }
  if (fields.carrier_company_name === undefined)
    return step(note, 'editar#f-carrier_company_name', said.assign)
  return beforeLeaving(note, language)
}

/** What a note needs whose carrier is known and has not taken the goods over. */
function beforeLeaving(note: Note, language: Language): NextStep {
  const said = readTexts[language].next
  const { cmr, deca } = compliance(note.fields)
  if (deca.applies !== 'yes') {
    // Without particulars of CMR art. 6 the contract is valid (art. 4): only a strict company waits for them.
    const [missing] = note.policy === 'strict' && cmr.applies === 'yes' ? cmr.missing : []
    if (!missing) return signing(note, hasSigned(note, 'sender') ? 'carrier' : 'sender', language)
    return step(note, `editar#f-${missing.field}`, {
      label: said.complete.label(cmr.missing.length),
      why: said.complete.cmr,
      waits: said.complete.waits.cmr,
    })
  }
  const [missing] = deca.missing
  if (missing)
    return step(note, `editar#f-${missing.field}`, {
      label: said.complete.label(deca.missing.length),
      why: said.complete.deca,
      waits: said.complete.waits.deca,
    })
  // The control document needs no signatures (BOE-A-2026-12784, fourth).
  return lacksDocument(note)
    ? step(note, 'documentos/emitir', said.issue)
    : step(note, 'estado?status=in_transit', said.takeOver)
}

function signing(note: Note, role: Role, language: Language): NextStep {
  const { signAs, next } = readTexts[language]
  const said = { label: signAs[role], why: next.signing[role], waits: next.signingWaits[role] }
  return step(note, `firmar?rol=${role}`, said)
}

function step(
  { id }: Note,
  page: string,
  { label, why, waits }: { readonly label: string; readonly why: string; readonly waits: string },
): NextStep {
  return { action: { href: `/ecmrs/${id}/${page}`, label }, why, waits }
}
