import type { CommandOf, SignatureInput } from '../commands.js'
import { accept, type DecisionContext, type Fact, refuse, stated, type Verdict } from '../decision.js'
import type { Role } from '../events.js'
import { signedContent } from '../fields.js'
import { openInvitation } from '../invitations.js'
import { noteLimits, refuseFull } from '../note-limits.js'
import { committedFields, committedSignature } from '../personal-data.js'
import type { Note } from '../state.js'
import { refuseInstant, statedInstant } from '../stated-instant.js'
import { advance, hasReached, type Milestone } from '../transitions.js'

/**
 * A party signs the note as it stands. The carrier thereby takes the goods over, the receiver confirms the delivery,
 * unless that has happened already. A party signs again only after an amendment.
 */
export function sign(note: Note, command: CommandOf<'sign'>, context: DecisionContext): Verdict {
  const { role, invitation_id } = command.signature
  const used = invitation_id === undefined ? undefined : openInvitation(note, invitation_id, context, role)
  if (used?.ok === false) return used.refused
  const standing = note.signatures.find((one) => one.role === role && one.covers_current_version)
  if (standing !== undefined) {
    return refuse('already_signed', `The ${role} signed this content at ${standing.signed_at}.`)
  }
  const at = statedInstant(note, command.signature.signed_at, context.now)
  if (at === undefined) return refuseInstant('/signed_at')
  const untimely = refuseUntimely(note, role, at)
  if (untimely) return untimely
  const { signed_at, ...unstated } = command.signature
  const signature = signed_at === undefined ? unstated : { ...unstated, signed_at: at }
  const signed = signedFact(note, signature, context)
  const milestone = milestoneOf(note, signature, at)
  const verdict = milestone ? advance(note, milestone, { at, signing: role }) : accept()
  if (!verdict.ok) return verdict
  return refuseSignedOften(note, role, context) ?? accept(signed, ...verdict.facts)
}

/** Whether a party signs with reservations: in the remarks of the signature, or recorded before. */
export function hasReservations(note: Note, { role, remarks }: SignatureInput): boolean {
  return stated(remarks) !== undefined || note.reservations.some(({ by }) => by === role)
}

/**
 * A signature that would be older than what it follows: the party's own before it, or, for a receipt, the taking over. One that
 * was given by mistake precedes nothing.
 */
function refuseUntimely({ signatures, taken_over_at }: Note, role: Role, at: string): Verdict | undefined {
  const before = signatures.findLast((one) => one.role === role && !one.delivery_reverted_at)
  if (before !== undefined && at < before.signed_at)
    return refuseOrder(`The ${role} signed before at ${before.signed_at}, after this signature.`)
  if (role === 'receiver' && taken_over_at !== undefined && at < taken_over_at)
    return refuseOrder(`The goods were taken over at ${taken_over_at}, after this signature.`)
  return undefined
}

function refuseOrder(detail: string): Verdict {
  const message = `${detail} State a later time.`
  return refuse('invalid_command', detail, {
    errors: [{ pointer: '/signed_at', code: 'contradiction', message }],
  })
}

/** A first signature is always taken. */
function refuseSignedOften(note: Note, by: Role, context: DecisionContext): Verdict | undefined {
  const { signatures } = note
  if (!signatures.some(({ role }) => role === by)) return undefined
  return refuseFull(note, context, [signatures.length, noteLimits.signatures, 'signatures'])
}

/** Each signature carries the hash of the one before it, so that none can be taken out or put in between. */
function signedFact(note: Note, signature: SignatureInput, { hash, commit }: DecisionContext): Fact {
  const unsealed = {
    ...signature,
    level: 'simple',
    content_hash: hash(committedFields(signedContent(note.fields), commit)),
    previous_signature_hash: note.signatures.at(-1)?.signature_hash ?? null,
  } as const
  return {
    type: 'EcmrSigned',
    data: { ...unsealed, signature_hash: hash(committedSignature(unsealed, commit)) },
  }
}

function milestoneOf(note: Note, { role, place }: SignatureInput, at: string): Milestone | undefined {
  const where = place === undefined ? {} : { place }
  if (role === 'carrier' && !hasReached(note, 'in_transit')) {
    return { type: 'GoodsTakenOver', data: { taken_over_at: at, ...where } }
  }
  if (role === 'receiver' && !hasReached(note, 'delivered')) {
    return { type: 'DeliveryConfirmed', data: { delivered_at: at, ...where } }
  }
  return undefined
}
