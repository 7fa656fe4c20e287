import { createHash, randomBytes } from 'node:crypto'
import { addUser, type Company, createCompany, findSession, logInAs } from '@ecmr/accounts'
import {
  ASSISTANTS_ROLE,
  accessTokens,
  grantAccess,
  type IssuedTokens,
  type OauthClient,
  redeemCode,
  registerClient,
} from '@ecmr/accounts/oauth'
import type { EventStore } from '@ecmr/event-store'
import { buildMcp, type McpDependencies, type McpServer } from '@ecmr/mcp'
import { openPool } from '@ecmr/postgres'
import type { Pool } from 'pg'
import type { Test } from 'tap'
import { operator, SITE_URL, serviceGround } from './service-ground.js'

export { operator, SITE_URL }

/** Where an assistant in tests is sent back to. */
export const CALLBACK = 'https://assistant.example/callback'

/** An authorised assistant. */
export interface ConnectedAssistant extends IssuedTokens {
  readonly client: OauthClient
  readonly userId: string
}

export interface TestMcp {
  readonly app: McpServer
  /** not the service's own, which may only read: this one may do everything */
  readonly pool: Pool
  readonly url: string
  readonly store: EventStore
  readonly ground: Awaited<ReturnType<typeof serviceGround>>
  readonly dependencies: McpDependencies
  /** two companies on the plan Pro that must not learn anything of each other */
  readonly haulier: Company
  readonly rival: Company
  /** an assistant that a user of the company has authorised */
  connect(company: Company, name?: string): Promise<ConnectedAssistant>
}

/** The MCP service over a database of its own, with projections running beside it. */
export async function buildTestMcp(
  t: Test,
  changed: (dependencies: McpDependencies) => Partial<McpDependencies> = () => ({}),
): Promise<TestMcp> {
  const ground = await serviceGround(t, 'test mcp')
  const { url } = ground
  const { pool, store, siteUrl, version, storeWaitMs } = ground.dependencies
  const own = openPool({ url, max: 6, name: 'test mcp, limited', role: ASSISTANTS_ROLE })
  const tokens = accessTokens({ pool: own })
  const standard: McpDependencies = {
    pool: own,
    tokens,
    documents: ground.dependencies.documents,
    limits: { perGrant: 1e6, perAddress: 1e6 },
    siteUrl,
    allowedOrigins: [],
    clientDocuments: true,
    version,
    storeWaitMs,
  }
  const dependencies = { ...standard, ...changed(standard) }
  const app = await buildMcp(dependencies)
  t.teardown(async () => {
    await app.close()
    await tokens.close()
    await own.end()
  })
  let people = 0
  return {
    app,
    pool,
    url,
    store,
    ground,
    dependencies,
    haulier: await createCompany(pool, { name: 'Transportes Guadalquivir', plan: 'pro' }, operator),
    rival: await createCompany(pool, { name: 'Transports Garonne', plan: 'pro' }, operator),
    async connect(company, name = 'Assistant') {
      people += 1
      const email = `assistant${people}@example.com`
      const person = { company_id: company.id, email, name: 'Lucía Fernández', role: 'owner' } as const
      const user = await addUser(pool, person, operator)
      return { ...(await letIn(pool, user.id, name, siteUrl)), userId: user.id }
    },
  }
}

/** Lets a new assistant in as a person does who agrees on the page. */
export async function letIn(
  pool: Pool,
  userId: string,
  name: string,
  siteUrl: string,
): Promise<IssuedTokens & { readonly client: OauthClient }> {
  const { token } = await logInAs(pool, userId, { address: '127.0.0.1', userAgent: 'test' })
  const signedIn = await findSession(pool, token)
  const client = await registeredClient(pool, name)
  const code_verifier = randomBytes(32).toString('base64url')
  const granted =
    signedIn &&
    (await grantAccess(pool, signedIn, {
      client,
      redirect_uri: CALLBACK,
      scopes: ['ecmr:read'],
      resource: `${siteUrl}/mcp`,
      code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
    }))
  if (!granted) throw new Error('nothing was granted')
  const answer = await redeemCode(pool, client, { code: granted.code, redirect_uri: CALLBACK, code_verifier })
  if (!answer.ok) throw new Error(answer.description)
  return { ...answer.tokens, client }
}

/** A public client that has registered itself. */
export async function registeredClient(pool: Pool, name: string): Promise<OauthClient> {
  const registered = await registerClient(
    pool,
    {
      name,
      redirect_uris: [CALLBACK],
      auth_method: 'none',
      application_type: null,
      client_uri: null,
      software_id: null,
      software_version: null,
    },
    { address: '192.0.2.1' },
  )
  if (!registered.ok) throw new Error('it could not register')
  return registered.client
}
