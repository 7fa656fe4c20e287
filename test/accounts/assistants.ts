import { createHash, randomBytes, randomInt } from 'node:crypto'
import { type Company, findCompany, type SignedIn, setPlan } from '@ecmr/accounts'
import {
  ASSISTANTS_ROLE,
  type AuthMethod,
  type ConsentRequest,
  grantAccess,
  type IssuedTokens,
  type NewClient,
  type OauthClient,
  oauthRights,
  redeemCode,
  registerClient,
} from '@ecmr/accounts/oauth'
import { limitRole, openPool } from '@ecmr/postgres'
import type { Pool } from 'pg'
import type { Test } from 'tap'
import { operator } from '../support/api.js'
import { type People, type Person, people } from './people.js'

export const CALLBACK = 'https://assistant.example/callback'
export const RESOURCE = 'https://ecmr.example/mcp'

export const NEW_CLIENT: NewClient = {
  name: 'Assistant',
  redirect_uris: [CALLBACK],
  auth_method: 'none',
  application_type: null,
  client_uri: null,
  software_id: null,
  software_version: null,
}

/** A logged-in user of a company on the Pro plan. */
export type ProPerson = Person & { readonly signedIn: SignedIn }

/** A consent that a user has given, before the client has its tokens. */
export interface Agreed {
  readonly person: ProPerson
  readonly client: OauthClient
  readonly code: string
  readonly code_verifier: string
}

/** An assistant that has its tokens. */
export type Connected = Agreed & IssuedTokens

export interface Assistants extends People {
  /** connections that may do what the MCP service may, and nothing else */
  readonly own: Pool
  proPerson(): Promise<ProPerson>
  client(auth_method?: AuthMethod): Promise<{ readonly client: OauthClient; readonly secret?: string }>
  /** a new client and a user who grants it access: a new user unless given */
  agree(changed?: Partial<ConsentRequest>, by?: ProPerson): Promise<Agreed>
  connect(by?: ProPerson): Promise<Connected>
}

/** Accounts, and assistants that may read for them, in a database of its own. */
export async function assistants(t: Test): Promise<Assistants> {
  const ground = await people(t)
  const { pool, url } = ground
  await limitRole(pool, ASSISTANTS_ROLE, oauthRights)
  const own = openPool({ url, max: 20, name: 'test assistants', role: ASSISTANTS_ROLE })
  t.teardown(() => own.end())
  const all: Assistants = {
    ...ground,
    own,
    async proPerson() {
      const person = await ground.person()
      await setPlan(pool, person.company, 'pro', operator)
      const company: Company | undefined = await findCompany(pool, person.company)
      if (company === undefined) throw new Error('the company is gone')
      const signedIn = {
        sessionId: '',
        user: person,
        company: { ...company, id: person.company },
        secondFactor: null,
        identifiedAt: new Date(),
        isFresh: true,
        memberships: [],
      }
      return { ...person, signedIn }
    },
    async client(auth_method = 'none') {
      const registered = await registerClient(own, { ...NEW_CLIENT, auth_method }, { address: anAddress() })
      if (!registered.ok) throw new Error('it could not register')
      return registered
    },
    async agree(changed, by) {
      const [person, { client }] = [by ?? (await all.proPerson()), await all.client()]
      const { code_verifier, code_challenge } = pkce()
      const request = { ...requestOf(client), code_challenge, ...changed }
      const granted = await grantAccess(pool, person.signedIn, request)
      if (granted === undefined) throw new Error('nothing was granted')
      return { person, client, code: granted.code, code_verifier }
    },
    async connect(by) {
      const agreed = await all.agree({}, by)
      const answer = await redeemCode(own, agreed.client, agreed)
      if (!answer.ok) throw new Error(answer.description)
      return { ...agreed, ...answer.tokens }
    },
  }
  return all
}

/** A good authorization request of a client. */
export function requestOf(client: OauthClient): ConsentRequest {
  const { code_challenge } = pkce()
  return { client, redirect_uri: CALLBACK, scopes: ['ecmr:read'], resource: RESOURCE, code_challenge }
}

export function pkce(): { readonly code_verifier: string; readonly code_challenge: string } {
  const code_verifier = randomBytes(32).toString('base64url')
  return { code_verifier, code_challenge: createHash('sha256').update(code_verifier).digest('base64url') }
}

function anAddress(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
}
