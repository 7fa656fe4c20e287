import type { FastifyReply } from 'fastify'

/** Where a client wants a person sent back to; both are good. */
export interface Back {
  readonly redirect_uri: string
  readonly state?: string
}

/** What a client is told: a code, or why there is none (RFC 6749, section 4.1.2). */
export type Answer =
  | { readonly code: string }
  | { readonly error: string; readonly error_description: string }

/**
 * The address that tells a client the answer. It also says whose answer it is, so that a client that talks to several
 * servers cannot be made to mix them up (RFC 9207). What stands in the client's own query stays as it is.
 *
 * @param issuer our own site
 */
export function addressBack({ redirect_uri, state }: Back, answer: Answer, issuer: string): string {
  const told = new URLSearchParams({ ...answer, ...(state !== undefined && { state }), iss: issuer })
  const uri = redirect_uri.replace(/[^\x21-\x7e]/gu, encodeURIComponent)
  if (!uri.includes('?')) return `${uri}?${told}`
  return /[?&]$/.test(uri) ? `${uri}${told}` : `${uri}&${told}`
}

/** Sends a person back to the client. Nothing of ours goes along but what the address says. */
export function leadBack(reply: FastifyReply, back: Back, answer: Answer, issuer: string): FastifyReply {
  return reply.header('referrer-policy', 'no-referrer').redirect(addressBack(back, answer, issuer), 303)
}
