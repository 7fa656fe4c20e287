import type { EcmrEvent, Role } from '@ecmr/domain'

/** Who has signed a note. */
export interface Signatures {
  /** whose signature covers the content as it is, and its delivery, in the order in which they signed it first */
  readonly signed_by: readonly Role[]
  /** who signed before the content changed, or a delivery that was taken back, and has not signed again; absent: none, as far as is known */
  readonly outdated_signatures?: readonly Role[] | undefined
}

type KnownSignatures = Signatures & { readonly outdated_signatures: readonly Role[] }

/** How an event changes the signatures of a note; `undefined`: not at all. Signatures cover the content, and the delivery, that they were made for. */
export function signaturesAfter(
  { signed_by, outdated_signatures = [] }: Signatures,
  event: EcmrEvent,
): KnownSignatures | undefined {
  switch (event.type) {
    case 'EcmrSigned': {
      const { role } = event.data
      return {
        signed_by: [...new Set([...signed_by, role])],
        outdated_signatures: outdated_signatures.filter((other) => other !== role),
      }
    }
    case 'EcmrEdited':
    case 'EcmrAmended':
    case 'CarrierAssigned':
    case 'CarrierUnassigned':
    case 'VehicleChanged':
      if (event.data.changes.length === 0) return undefined
      return { signed_by: [], outdated_signatures: [...new Set([...outdated_signatures, ...signed_by])] }
    // A receipt counts for the delivery that it was given for.
    case 'DeliveryReverted': {
      const outdated = signed_by.filter((role) => role === 'receiver')
      return {
        signed_by: signed_by.filter((role) => role !== 'receiver'),
        outdated_signatures: [...new Set([...outdated_signatures, ...outdated])],
      }
    }
    default:
      return undefined
  }
}
