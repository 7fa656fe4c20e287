import { lacksSecondFactor, type SignedIn } from '@ecmr/accounts'
import { mayActAs } from '@ecmr/domain'
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Access, PanelServer } from '../panel-server.js'
import { PageProblem } from '../problems/page-problem.js'
import { isFromElsewhere, openedFor } from './csrf.js'
import { keptForm } from './kept-form.js'

/** As an address is written within another one: longer ones do not fit into a line of 8 KB, which many proxies read. */
const LONGEST_WANTED = 7_000

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the user who is logged in may open an address of ours by a link; a page offers no others. */
    mayOpen(href: string): boolean
  }
}

/** Opens addresses only to those whom they are for. Every address has to say who that is. */
export function guardAddresses(app: PanelServer): void {
  const addresses: RouteOptions[] = []
  app.addHook('onRoute', (route) => void addresses.push(route))
  app.addHook('onReady', async () => {
    const unsaid = addresses.filter(({ config }) => config?.access === undefined).map(({ url }) => url)
    if (unsaid.length > 0) throw new Error(`these addresses do not say who may open them: ${unsaid}`)
  })
  const accessOf = accessByAddress(addresses)
  app.decorateRequest('mayOpen', function mayOpen(this: FastifyRequest, href: string) {
    const access = accessOf(href.replace(/[?#].*/s, ''))
    const { signedIn } = this.visitor
    return (
      access === 'public' ||
      (signedIn !== undefined &&
        access !== undefined &&
        mayActAs(signedIn.user.role, access) &&
        !lacksSecondFactor(signedIn, signedIn.company))
    )
  })
  app.addHook('onRequest', async (request, reply) => {
    const { access } = request.routeOptions.config
    const { signedIn } = request.visitor
    // What has no address is answered as unknown, to all visitors alike.
    if (access === undefined || access === 'public') return
    if (signedIn === undefined) {
      // A form that was sent is read first, so that the answer can keep what was typed.
      return isReadFirst(request) ? undefined : sendToLogin(request, reply)
    }
    // As is one that was opened for another company, in which the person may have another role.
    if (!isReadFirst(request)) permit(signedIn, access)
  })
  app.addHook('preHandler', async (request, reply) => {
    const { access } = request.routeOptions.config
    const { signedIn } = request.visitor
    if (access === undefined || access === 'public') return
    if (signedIn !== undefined) {
      refuseOtherCompany(request, signedIn)
      permit(signedIn, access)
      return request.routeOptions.config.fresh === undefined || signedIn.isFresh
        ? undefined
        : sendToIdentify(request, reply, request.routeOptions.config.fresh)
    }
    if (request.routeOptions.config.opensAnew) return sendToLogin(request, reply)
    if (keptForm(request) !== undefined) throw new PageProblem('session_ended')
    return reply.seeOther('/entrar', 'session_over')
  })
}

/** Files are not taken in for people who may not send them; other forms are read before they are refused. */
function isReadFirst({ method, routeOptions: { config } }: FastifyRequest): boolean {
  return method === 'POST' && !config.opensAnew
}

function permit({ user }: SignedIn, access: Exclude<Access, 'public'>): void {
  if (!mayActAs(user.role, access))
    throw new PageProblem(access === 'owner' ? 'owners_only' : 'not_permitted')
}

/** A form that was opened for one of a person's companies must not change another, nor one for test data what is real. */
function refuseOtherCompany(request: FastifyRequest, { company }: SignedIn): void {
  if (request.method !== 'POST' || request.routeOptions.config.anyCompany || isFromElsewhere(request)) return
  const opened = openedFor(request)
  if (opened !== undefined && opened !== company.id) throw new PageProblem('other_company')
}

/** Who may open an address by GET, or by POST where there is no page; undefined: it is none of ours. */
function accessByAddress(addresses: readonly RouteOptions[]): (path: string) => Access | undefined {
  const known = new Map<string, Access | undefined>()
  const patterns = () =>
    addresses
      .filter(({ url }) => url.includes(':'))
      .map(
        ({ url, config }) =>
          [new RegExp(`^${url.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`), config?.access] as const,
      )
  let all: ReturnType<typeof patterns> | undefined
  return (path) => {
    if (known.size === 0)
      for (const { url, config } of addresses) if (!known.has(url)) known.set(url, config?.access)
    if (known.has(path)) return known.get(path)
    all ??= patterns()
    return all.find(([pattern]) => pattern.test(path))?.[1]
  }
}

/** Back to the page afterwards, on which the form is. */
export function sendToIdentify(
  { method, url }: FastifyRequest,
  reply: FastifyReply,
  page: string,
): FastifyReply {
  const onwards = method === 'GET' && isWorthComingBackTo(url) ? url : page
  return reply.redirect(`/cuenta/identificarse?siguiente=${encodeURIComponent(onwards)}`, 303)
}

/** Whether a user can go on to an address after logging in. */
export function isWorthComingBackTo(url: string): boolean {
  return encodeURIComponent(url).length <= LONGEST_WANTED
}

/** Back to the page afterwards. */
export function sendToLogin(
  { method, url, routeOptions }: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const comesBack = (method === 'GET' || routeOptions.config.opensAnew) && isWorthComingBackTo(url)
  return reply.redirect(comesBack ? `/entrar?siguiente=${encodeURIComponent(url)}` : '/entrar', 303)
}
