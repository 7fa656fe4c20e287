import { asOfInstant } from '@ecmr/domain'

/** The instant as of which a request asks, if it does. */
export function asOfOf({ as_of }: { readonly as_of?: string }): { readonly asOf?: string } {
  return as_of === undefined ? {} : { asOf: asOfInstant(as_of) }
}
