import type { FastifyReply, FastifyRequest } from 'fastify'
import { localPath } from '../forms/local-path.js'
import type { PanelServer } from '../panel-server.js'

/** Where a person is asked whether an assistant may read. */
const CONSENT = '/oauth/authorize'

/** A user who is to be asked may first log in, as another user too, or choose a language or colours, and then goes on. */
const ON_THE_WAY: readonly (string | undefined)[] = [
  '/entrar',
  '/salir',
  '/cambiar-empresa',
  '/idioma/:language',
  '/tema/:theme',
]

/**
 * Keeps a site that has opened a window from reaching our pages in it, but for those on the way to a consent: assistants that are web
 * pages open that way in a window of its own, and the page of theirs to which it leads tells them the answer by `window.opener`.
 * Redirects on the way count as pages (HTML, “obtain a cross-origin opener policy”).
 *
 * What that opens: the opener may send its window somewhere else, and see that it was closed. It reads nothing from us.
 */
export function allowOpenersOfConsent(app: PanelServer): void {
  // Helmet has said `same-origin`, and says so again whenever a page has a policy of its own.
  app.addHook('onSend', async (request: FastifyRequest, reply: FastifyReply) => {
    if (keepsOpener(request)) reply.header('cross-origin-opener-policy', 'unsafe-none')
  })
}

function keepsOpener({ method, routeOptions: { url }, query, body }: FastifyRequest): boolean {
  if (url === CONSENT) return true
  return ON_THE_WAY.includes(url) && leadsToConsent(method === 'POST' ? body : query)
}

function leadsToConsent(fields: unknown): boolean {
  if (typeof fields !== 'object' || fields === null) return false
  return localPath(Reflect.get(fields, 'siguiente'), '/').split('?', 1)[0] === CONSENT
}
