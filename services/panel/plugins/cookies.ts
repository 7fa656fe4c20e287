import cookie, { type CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** The cookies of the panel. None holds anything but random tokens, signatures and choices from a list. */
export type CookieName =
  | 'session'
  | 'login'
  | 'csrf'
  | 'language'
  | 'flash'
  | 'device'
  | 'mode'
  | 'list'
  | 'theme'

/** Reads and sets the panel's cookies. */
export interface Cookies {
  /** what the browser knows the cookie by */
  name(cookie: CookieName): string
  /** how every cookie is set: for this host only, not for scripts, not from other sites */
  readonly attributes: CookieSerializeOptions & { readonly secure: boolean }
  read(request: FastifyRequest, cookie: CookieName): string | undefined
  /** @param seconds how long the browser keeps it; until it is closed unless given */
  set(reply: FastifyReply, cookie: CookieName, value: string, seconds?: number): void
  clear(reply: FastifyReply, cookie: CookieName): void
}

/**
 * Cookies with the prefix `__Host-`, which binds them to https and this very host (RFC 6265bis, section 4.1.3.2). Over
 * http, as in a trial on one's own machine, they have neither the prefix nor the attribute: browsers differ in whether
 * they keep such cookies for loopback addresses, and Safari does not.
 */
export function useCookies(app: Pick<FastifyInstance, 'register'>, siteUrl: string): Cookies {
  app.register(cookie)
  const secure = siteUrl.startsWith('https:')
  const attributes = { path: '/', httpOnly: true, secure, sameSite: 'lax' } as const
  const name = (cookie: CookieName): string => (secure ? `__Host-${cookie}` : `ecmr-${cookie}`)
  return {
    name,
    attributes,
    read: (request, cookie) => request.cookies[name(cookie)],
    set: (reply, cookie, value, seconds) =>
      void reply.setCookie(name(cookie), value, {
        ...attributes,
        ...(seconds !== undefined && { maxAge: seconds }),
      }),
    clear: (reply, cookie) => void reply.clearCookie(name(cookie), attributes),
  }
}
