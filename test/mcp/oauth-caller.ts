import { randomBytes } from 'node:crypto'
import { addUser, type Company, findSession, logInAs, type SignedIn } from '@ecmr/accounts'
import { grantAccess, type OauthClient } from '@ecmr/accounts/oauth'
import type { McpServer } from '@ecmr/mcp'
import type { InjectOptions } from 'fastify'
import { NEW_CLIENT, pkce, requestOf } from '../accounts/assistants.js'
import { CALLBACK, operator, type TestMcp } from '../support/mcp.js'

export const FORM = 'application/x-www-form-urlencoded'

export type Fields = Readonly<Record<string, string>>
type Headers = Readonly<Record<string, string>>

/** What came back. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly text: string
  /** members of the body, none when there is none */
  readonly json: Readonly<Record<string, unknown>>
}

/** A code from a new consent. */
export interface Agreed {
  readonly client_id: string
  readonly code: string
  readonly code_verifier: string
  readonly redirect_uri: string
}

/** Any request at all, for the host of the site unless another is named. */
export async function ask(
  app: McpServer,
  request: InjectOptions & { readonly headers?: Headers },
): Promise<Answer> {
  const answer = await app.inject({ ...request, headers: { host: 'ecmr.example', ...request.headers } })
  const headers = Object.entries(answer.headers).map(([name, value]) => [name, value?.toString()] as const)
  return {
    status: answer.statusCode,
    headers: Object.fromEntries(headers),
    text: answer.body,
    json: answer.headers['content-type']?.toString().includes('json') ? membersOf(answer.body) : {},
  }
}

function membersOf(text: string): Record<string, unknown> {
  const parsed: unknown = JSON.parse(text)
  return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {}
}

/** Sends a form, as clients do at the token and revocation endpoints. */
export function post(
  app: McpServer,
  url: string,
  fields: Fields | [string, string][],
  headers: Headers = {},
): Promise<Answer> {
  const payload = new URLSearchParams(fields).toString()
  return ask(app, { method: 'POST', url, payload, headers: { 'content-type': FORM, ...headers } })
}

/** Registers a client with these metadata. */
export function register(app: McpServer, metadata: unknown, headers: Headers = {}): Promise<Answer> {
  const payload = typeof metadata === 'string' ? metadata : JSON.stringify(metadata)
  const type = { 'content-type': 'application/json' }
  return ask(app, { method: 'POST', url: '/oauth/register', payload, headers: { ...type, ...headers } })
}

/** The header with which a client proves who it is. */
export function basic(id: string, secret: string): { readonly authorization: string } {
  const encoded = [id, secret].map((text) => encodeURIComponent(text).replaceAll('%20', '+'))
  return { authorization: `Basic ${Buffer.from(encoded.join(':')).toString('base64')}` }
}

/** A logged-in user of a company. */
export async function signedInAt({ pool }: TestMcp, company: Company): Promise<SignedIn> {
  const email = `${randomBytes(6).toString('hex')}@example.com`
  const person = { company_id: company.id, email, name: 'Lucía Fernández', role: 'owner' } as const
  const user = await addUser(pool, person, operator)
  const { token } = await logInAs(pool, user.id, { address: '127.0.0.1', userAgent: 'test' })
  const signedIn = await findSession(pool, token)
  if (signedIn === undefined) throw new Error('no user is logged in')
  return signedIn
}

/** Consents to what a client asks for, as the panel page does. */
export async function agree(
  { pool, dependencies }: TestMcp,
  person: SignedIn,
  client: Pick<OauthClient, 'id'> & Partial<OauthClient>,
): Promise<Agreed> {
  const { code_verifier, code_challenge } = pkce()
  const request = requestOf({ ...NEW_CLIENT, document_url: null, created_at: '', ...client })
  const resource = `${dependencies.siteUrl}/mcp`
  const granted = await grantAccess(pool, person, { ...request, resource, code_challenge })
  if (granted === undefined) throw new Error('nothing was granted')
  return { client_id: client.id, code: granted.code, code_verifier, redirect_uri: CALLBACK }
}

/** The form that redeems a code. */
export function redeeming({ client_id, code, code_verifier, redirect_uri }: Agreed): Fields {
  return { grant_type: 'authorization_code', client_id, code, code_verifier, redirect_uri }
}
