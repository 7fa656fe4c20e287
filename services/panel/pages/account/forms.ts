import { setTimeout as pause } from 'node:timers/promises'
import { type LinkPurpose, passwordFault } from '@ecmr/accounts'
import type { Language } from '@ecmr/contract'
import { type TString, Type } from '@sinclair/typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FormState } from '../../forms/form.js'
import type { PanelServer } from '../../panel-server.js'
import type { PageData } from '../../plugins/rendering.js'
import { deadLinkTexts, passwordFaults, passwordTexts } from './texts.js'

/** Requests per minute and network address for public forms that send mail, create accounts or hash passwords. */
export const FEW_A_MINUTE = { max: 10, timeWindow: 60_000 }

const LOCALES: Readonly<Record<Language, string>> = { es: 'es-ES', en: 'en-GB' }
const MINUTE = 60

/** An email address, at most as long as RFC 5321 allows. */
export const emailAddress: TString = Type.String({
  description: 'Email address',
  format: 'email',
  minLength: 1,
  maxLength: 254,
})

/** A password that is only compared, not chosen. */
export const existingPassword: TString = Type.String({ minLength: 1, maxLength: 1_000 })

/** Resolves no sooner than after `ms`, so that the response time does not reveal whether an account exists. */
export async function noSoonerThan<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.all([work(), pause(ms)])
  return result
}

/** A password exactly as typed: leading and trailing spaces belong to it. */
export function typedPassword({ body }: FastifyRequest, field = 'password'): string {
  const typed: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, field) : undefined
  return typeof typed === 'string' ? typed : ''
}

/** @param personal names and addresses that the password must not resemble */
export function newPasswordFaults(
  password: string,
  personal: readonly string[],
  language: Language,
): FormState['faults'] {
  const fault = passwordFault(password, personal)
  return fault === undefined ? {} : { password: passwordFaults[language][fault] }
}

/** A waiting time in words: in seconds below a minute, then in whole minutes. */
export function waitInWords(seconds: number, language: Language): string {
  const [unit, value] =
    seconds < MINUTE ? (['second', seconds] as const) : (['minute', Math.ceil(seconds / MINUTE)] as const)
  return new Intl.NumberFormat(LOCALES[language], { style: 'unit', unit, unitDisplay: 'long' }).format(value)
}

/** A page about accounts; with a password field, its texts and its script. */
export function accountPage(
  reply: FastifyReply,
  template: string,
  {
    hasPassword = false,
    extraScripts = [],
    ...data
  }: PageData & { readonly hasPassword?: boolean; readonly extraScripts?: readonly string[] },
): FastifyReply {
  return reply.page(`pages/account/${template}`, {
    styles: ['account.css'],
    scripts: [...(hasPassword ? ['show-password.js'] : []), ...extraScripts],
    p: passwordTexts[reply.request.visitor.language],
    ...data,
  })
}

const AGAIN: Readonly<Record<LinkPurpose, string | undefined>> = {
  registration: '/registro',
  reset: '/recuperar',
  invitation: undefined,
}

/** The page for a link that does not work. Used, expired and unknown links get the same answer. */
export function showDeadLink(reply: FastifyReply, purpose: LinkPurpose): FastifyReply {
  const t = deadLinkTexts[reply.request.visitor.language]
  const data = { title: t.title, section: 'logIn', t, purpose, again: AGAIN[purpose] }
  return accountPage(reply.code(404), 'links/dead-link', data)
}

/** A link from a message, and what it stands for. */
export interface OpenLink<Target> {
  readonly token: string
  readonly target: Target
}

/**
 * Registers the page of a link from a message. Opening it changes nothing, since mail servers open links too; sending
 * its form does.
 */
export function linkPages<Target>(
  app: PanelServer,
  { path, purpose }: { readonly path: string; readonly purpose: LinkPurpose },
  page: {
    find(token: string): Promise<Target | undefined>
    show(reply: FastifyReply, link: OpenLink<Target>): FastifyReply | Promise<FastifyReply>
    take(request: FastifyRequest, reply: FastifyReply, link: OpenLink<Target>): Promise<FastifyReply>
  },
): void {
  type Address = { Params: { token: string } }
  const url = `${path}/:token`
  const opened = { access: 'public', beforeSecondFactor: true } as const
  app.get<Address>(url, { config: opened }, async ({ params: { token } }, reply) => {
    const target = await page.find(token)
    return target === undefined ? showDeadLink(reply, purpose) : page.show(reply, { token, target })
  })
  const config = { ...opened, rateLimit: FEW_A_MINUTE }
  app.post<Address>(url, { config }, async (request, reply) => {
    const { token } = request.params
    const target = await page.find(token)
    return target === undefined ? showDeadLink(reply, purpose) : page.take(request, reply, { token, target })
  })
}
