import { randomUUID } from 'node:crypto'
import { type Company, createCompany, recordAudit } from '@ecmr/accounts'
import { ASSISTANTS_ROLE } from '@ecmr/accounts/oauth'
import { createExample } from '@ecmr/contract'
import { actingFor, type EcmrCommand, type EcmrFields, isTestCompany, type Note } from '@ecmr/domain'
import { callTool, type ToolContext, type ToolResult } from '@ecmr/mcp'
import { openPool } from '@ecmr/postgres'
import { projections } from '@ecmr/read-models'
import { registerEndpoint } from '@ecmr/webhooks'
import type { Pool } from 'pg'
import type { Test } from 'tap'
import { operator, SITE_URL, serviceGround } from '../support/service-ground.js'
import { keepsPromise } from './tools-promises.js'

/** The six tools over a database of their own, with the rights that they have in production. */
export interface ToolsScene {
  /** may do everything */
  readonly pool: Pool
  readonly ground: Awaited<ReturnType<typeof serviceGround>>
  /** two companies that must not learn anything of each other */
  readonly haulier: Company
  readonly rival: Company
  context(company: Company, changed?: Partial<ToolContext>): ToolContext
  /** what a tool answers an assistant of a company; throws when it is not what the tool promises */
  call(company: Company, name: string, args?: unknown, changed?: Partial<ToolContext>): Promise<ToolResult>
  /** the same where it is no refusal; throws the sentence when it is one */
  found(company: Company, name: string, args?: unknown, changed?: Partial<ToolContext>): Promise<Found>
  /** the sentence of a refusal; throws when it is none */
  refused(company: Company, name: string, args?: unknown, changed?: Partial<ToolContext>): Promise<string>
  create(company: Company, fields?: Partial<EcmrFields>): Promise<Note>
  write(note: Pick<Note, 'id' | 'company_id'>, ...commands: readonly EcmrCommand[]): Promise<Note>
  /** a webhook at an address where nothing listens; returns its id */
  webhook(
    company: Company,
    webhook?: { readonly url?: string; readonly description?: string },
  ): Promise<string>
  /** resolves when all that was written can be read */
  caughtUp(): Promise<void>
}

export type Found = Readonly<Record<string, unknown>>

export async function toolsScene(t: Test): Promise<ToolsScene> {
  const ground = await serviceGround(t, 'test tools')
  const { pool, store, positions } = ground.dependencies
  const limited = openPool({ url: ground.url, max: 4, name: 'test tools, limited', role: ASSISTANTS_ROLE })
  t.teardown(() => limited.end())
  const { documents } = ground.dependencies
  const context: ToolsScene['context'] = (company, changed = {}) =>
    toolContext(company, { pool: limited, documents, ...changed })
  const call: ToolsScene['call'] = async (company, name, args, changed) => {
    const result = await callTool(name, args, context(company, changed))
    if (result === undefined) throw new Error(`there is no ${name}`)
    keepsPromise(name, result)
    return result
  }
  const write = noteWriter(ground)
  return {
    pool,
    ground,
    haulier: await createCompany(pool, { name: 'Transportes Guadalquivir', plan: 'pro' }, operator),
    rival: await createCompany(pool, { name: 'Transports Garonne', plan: 'pro' }, operator),
    context,
    call,
    async found(...asked) {
      const { structuredContent, content } = await call(...asked)
      if (structuredContent === undefined) throw new Error(content[0]?.text)
      return structuredContent
    },
    async refused(...asked) {
      const { isError, content, structuredContent } = await call(...asked)
      if (!isError || structuredContent !== undefined) throw new Error(`not refused: ${content[0]?.text}`)
      return content[0]?.text ?? ''
    },
    write,
    async create({ id: company_id }, fields = {}) {
      const id = randomUUID()
      const ecmr_number = await ground.dependencies.numbers.next({ isTest: isTestCompany(company_id) })
      const all = { ...createExample, ...fields }
      return write(
        { id, company_id },
        { type: 'create', id, ecmr_number, company_id, policy: 'lenient', fields: all },
      )
    },
    async webhook(company, { url = 'http://127.0.0.1:9/hooks', description = 'ERP de Sevilla' } = {}) {
      const registered = await registerEndpoint(
        { pool, recordAudit, ...ground.dependencies.webhooks },
        {
          company: actingFor(company.id),
          url,
          description,
          events: ['ecmr.created', 'ecmr.delivered'],
          followsFrom: await store.head(),
          actor: operator,
        },
      )
      if (!registered.ok) throw new Error(registered.reason)
      return registered.endpoint.id
    },
    async caughtUp() {
      const names = projections.map(({ name }) => name)
      if (!(await positions.waitFor(names, await store.head(), 20_000)))
        throw new Error('projections are late')
    },
  }
}

function noteWriter({ dependencies }: ToolsScene['ground']): ToolsScene['write'] {
  return async ({ id, company_id }, ...commands) => {
    const outcome = await dependencies.commands.handle({
      id,
      company: actingFor(company_id),
      commandId: randomUUID(),
      commands,
      actor: { kind: 'user', id: randomUUID(), company_id },
      correlationId: randomUUID(),
    })
    if (outcome.outcome !== 'accepted') throw new Error(`refused: ${JSON.stringify(outcome)}`)
    return outcome.note
  }
}

/** What a tool works with when an assistant calls that an owner of the company has authorised. */
export function toolContext(
  { id, name, plan }: Pick<Company, 'id' | 'name' | 'plan'>,
  given: Partial<ToolContext> & Pick<ToolContext, 'pool' | 'documents'>,
): ToolContext {
  return {
    assistant: {
      grantId: randomUUID(),
      company: { id: actingFor(id), name, plan, time_zone: 'Europe/Madrid' },
      isPlanGood: true,
      lacksSecondFactor: false,
      client: { id: randomUUID(), name: 'Assistant' },
      user: { id: randomUUID(), name: 'Lucía Fernández', role: 'owner' },
      scopes: ['ecmr:read'],
      resource: `${SITE_URL}/mcp`,
      connected_at: '2026-11-01T08:00:00.000Z',
      grant_expires_at: '2026-12-01T08:00:00.000Z',
      token_expires_at: '2026-11-01T09:00:00.000Z',
    },
    siteUrl: SITE_URL,
    version: '1.2.3',
    limits: { perGrant: 120 },
    now: new Date(),
    protocolVersion: '2025-11-25',
    signal: AbortSignal.timeout(60_000),
    ...given,
  }
}
