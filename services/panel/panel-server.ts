import type { IncomingMessage, ServerResponse } from 'node:http'
import type { SignedIn } from '@ecmr/accounts'
import type { Language } from '@ecmr/contract'
import type { Standing } from '@ecmr/domain'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, RawServerDefault } from 'fastify'
import type { PanelContext } from './context.js'

export type PanelServer = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger
>

/** Some addresses that belong together: registers itself on the server with what it needs. */
export type Pages = (app: PanelServer, context: PanelContext) => void

/**
 * Who may open an address: anyone, or people whose role allows to act as something. The server does not start when one of its
 * addresses says nothing.
 */
export type Access = 'public' | Standing

/** The options of an address, by who may open it. */
export const access = {
  public: { config: { access: 'public' } },
  person: { config: { access: 'person' } },
  auditor: { config: { access: 'auditor' } },
  driver: { config: { access: 'driver' } },
  member: { config: { access: 'member' } },
  owner: { config: { access: 'owner' } },
} as const satisfies Readonly<Record<Access, object>>

/** Who asks for a page, and in which language it is answered. */
export interface Visitor {
  readonly language: Language
  /** absent: no user is logged in, or the page is public and need not know */
  readonly signedIn: SignedIn | undefined
}

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /**
     * its form is not sent again when it was not taken, but its page opened anew: it holds a file, or the answer leads to another
     * site, and browsers let only the page itself do that
     */
    opensAnew?: true
    /** its address alone permits what is sent to it: mail programs send it too, without the token of a page */
    byLink?: true
    /** its form concerns the person and no company: it is taken whichever company it was opened for, as public ones are */
    anyCompany?: true
    /** it works, and knows who is logged in, although the company requires a second factor that the person has yet to set up */
    beforeSecondFactor?: true
    /** although public, it shows people what is their company's */
    showsCompany?: true
    /** who sends it has to have been identified not long ago: where they come back to after that */
    fresh?: string
    /** pages ask for it by themselves: a page that is left open does not keep its session alive */
    isUse?: false
  }
  interface FastifyRequest {
    visitor: Visitor
  }
}

/** Who is logged in, on an address that asks for it. */
export function signedIn(request: FastifyRequest): SignedIn {
  const { signedIn } = request.visitor
  if (signedIn === undefined) throw new Error('an address without a login asks who is logged in')
  return signedIn
}
