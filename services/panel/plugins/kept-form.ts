import type { FastifyRequest } from 'fastify'
import { TOKEN_FIELD } from './csrf.js'

/** A form that was sent and not taken: where to, and what stood in it. */
export interface KeptForm {
  readonly action: string
  readonly fields: readonly (readonly [name: string, value: string])[]
}

// What must not appear on a page, not even on the user's own.
const SECRETS: readonly string[] = ['password', 'current']

/**
 * What was typed into a form that was not taken, so that it need not be typed again. Nothing but what the browser says
 * that one of our own pages has sent: another site could otherwise have people send what they did not write.
 */
export function keptForm({ method, headers, body, url, routeOptions }: FastifyRequest): KeptForm | undefined {
  if (method !== 'POST' || headers['sec-fetch-site'] !== 'same-origin') return undefined
  const { access, opensAnew } = routeOptions.config
  if (access === 'public' || opensAnew || typeof body !== 'object' || body === null) return undefined
  const fields = Object.entries(body).flatMap(([name, value]) =>
    textsOf(value).map((text) => [name, text] as const),
  )
  if (fields.some(([name]) => SECRETS.includes(name))) return undefined
  return { action: url, fields: fields.filter(([name]) => name !== TOKEN_FIELD) }
}

function textsOf(value: unknown): readonly string[] {
  return [value].flat().filter((each) => typeof each === 'string')
}
