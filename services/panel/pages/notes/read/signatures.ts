import { type Note, type Role, roles, type Signature } from '@ecmr/domain'
import { type Shown, withinRoom } from './room.js'

const ROOM_FOR_EARLIER = 6_000

/** A signature as a page shows it: its drawing is fetched by itself, so that pages stay small. */
export interface SignatureView extends Omit<Signature, 'signature_image'> {
  /** where its drawing is; absent: it has none */
  readonly image: string | undefined
}

/** The signatures of a note: the latest of each role, which stands in its box, and those before. */
export interface SignaturesView {
  readonly boxes: readonly { readonly role: Role; readonly signature: SignatureView | undefined }[]
  readonly earlier: Shown<SignatureView>
}

export function signaturesView({ id, signatures }: Note): SignaturesView {
  const views = signatures.map(
    ({ signature_image, ...signature }, index): SignatureView => ({
      ...signature,
      image: signature_image === undefined ? undefined : `/ecmrs/${id}/firmas/${index + 1}`,
    }),
  )
  const latest = new Map(views.map((view) => [view.role, view]))
  return {
    boxes: roles.map((role) => ({ role, signature: latest.get(role) })),
    earlier: withinRoom(views.filter((view) => latest.get(view.role) !== view).reverse(), ROOM_FOR_EARLIER),
  }
}
