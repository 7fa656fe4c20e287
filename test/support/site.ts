import {
  addUser,
  apiKeyAuthenticator,
  type Company,
  createApiKey,
  createCompany,
  hashPassword,
} from '@ecmr/accounts'
import { ASSISTANTS_ROLE, accessTokens } from '@ecmr/accounts/oauth'
import { buildApi } from '@ecmr/api'
import { createExample, type EcmrRecord, ecmrRecord } from '@ecmr/contract'
import { buildMcp, MCP_PATHS } from '@ecmr/mcp'
import { buildPanel } from '@ecmr/panel'
import { openPool } from '@ecmr/postgres'
import { freePort } from '@ecmr/runtime'
import type { Pool } from 'pg'
import type { Test } from 'tap'
import { asPromised } from './contract.js'
import { testReader } from './document-reader.js'
import { operator, serviceGround } from './service-ground.js'

/** The whole service on one port, as `npm start` shares it. */
export interface TestSite {
  readonly siteUrl: string
  readonly pool: Pool
  /** on the plan Pro */
  readonly company: Company
  /** an owner, by what is typed at /entrar */
  readonly person: { readonly email: string; readonly password: string }
  /** one that the company has made, and that every list shows */
  readonly note: EcmrRecord
}

const LIMITS = { perKey: 1e6, perPerson: 1e6, perGrant: 1e6, perAddress: 1e6 }

/** REST interface, panel and MCP over a database of their own, behind one port of this machine. */
export async function listeningSite(t: Test): Promise<TestSite> {
  const { url, dependencies: shared } = await serviceGround(t, 'test site')
  const port = await freePort()
  const documents = testReader()
  const dependencies = { ...shared, documents, siteUrl: `http://localhost:${port}`, limits: LIMITS }
  const { pool, siteUrl } = dependencies
  const own = openPool({ url, max: 6, name: 'test site, limited', role: ASSISTANTS_ROLE })
  const tokens = accessTokens({ pool: own })
  const keys = apiKeyAuthenticator({ pool })
  const panel = await buildPanel({
    ...dependencies,
    readingBy: 'tesseract',
    secretKey: 'a key that is used in tests only',
  })
  const mcp = await buildMcp({ ...dependencies, pool: own, tokens, allowedOrigins: [] })
  const mounts = [{ paths: MCP_PATHS, answer: mcp.routing }, { answer: panel.routing }]
  const api = await buildApi({ ...dependencies, keys, mounts })
  t.teardown(async () => {
    for (const app of [api, panel, mcp]) await app.close()
    for (const held of [tokens, keys]) await held.close()
    await own.end()
  })
  await api.listen({ host: '127.0.0.1', port })
  return { siteUrl, pool, ...(await haulier(pool, siteUrl)) }
}

async function haulier(pool: Pool, siteUrl: string): Promise<Pick<TestSite, 'company' | 'person' | 'note'>> {
  const company = await createCompany(pool, { name: 'Transportes Guadalquivir', plan: 'pro' }, operator)
  const person = { email: 'lucia@example.com', password: 'olivas-de-Jaén-2026' }
  const password_hash = await hashPassword(person.password)
  const named = {
    company_id: company.id,
    name: 'Lucía Fernández',
    email: person.email,
    role: 'owner',
  } as const
  await addUser(pool, { ...named, password_hash }, operator)
  const { clear } = await createApiKey(pool, { company_id: company.id, name: 'test' }, operator)
  const headers = { 'x-api-key': clear, 'content-type': 'application/json' }
  const address = `${siteUrl}/api/ecmrs`
  const created = await fetch(address, { method: 'POST', headers, body: JSON.stringify(createExample) })
  const note = asPromised(ecmrRecord, await created.json())
  // Answered once the lists have it, as the note is this key's.
  await fetch(address, { headers })
  return { company, person, note }
}
