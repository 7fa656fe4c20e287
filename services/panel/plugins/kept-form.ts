import type { FastifyRequest } from 'fastify'
import { TOKEN_FIELD } from './csrf.js'

/** A form that was sent and not taken: where to, and what stood in it. */
export interface KeptForm {
  readonly action: string
  readonly fields: readonly (readonly [name: string, value: string])[]
}

// What must not appear on a page, not even on the user's own.
const SECRETS: readonly string[] = ['password', 'current', 'code', 'credential']
const OF_SWITCH = ['_company', '_action']

/**
 * What was typed into a form that was not taken, so that it need not be typed again. Nothing but what the browser says
 * that one of our own pages has sent: another site could otherwise have people send what they did not write.
 */
export function keptForm({ method, headers, body, url, routeOptions }: FastifyRequest): KeptForm | undefined {
  if (method !== 'POST' || headers['sec-fetch-site'] !== 'same-origin') return undefined
  const { access, opensAnew } = routeOptions.config
  if (access === 'public' || opensAnew || typeof body !== 'object' || body === null) return undefined
  const fields = fieldsBut([TOKEN_FIELD], body)
  return fields.some(([name]) => SECRETS.includes(name)) ? undefined : { action: url, fields }
}

/** What was typed into a form that was handed on by a switch of companies, which has added some fields. */
export function handedOn({ body }: Pick<FastifyRequest, 'body'>): KeptForm['fields'] {
  return typeof body === 'object' && body !== null ? fieldsBut([TOKEN_FIELD, ...OF_SWITCH], body) : []
}

function fieldsBut(left: readonly string[], body: object): KeptForm['fields'] {
  return Object.entries(body)
    .filter(([name]) => !left.includes(name))
    .flatMap(([name, value]) => textsOf(value).map((text) => [name, text] as const))
}

function textsOf(value: unknown): readonly string[] {
  return [value].flat().filter((each) => typeof each === 'string')
}
