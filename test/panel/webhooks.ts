import { randomUUID } from 'node:crypto'
import { recordAudit } from '@ecmr/accounts'
import { actingFor } from '@ecmr/domain'
import type { PanelDependencies } from '@ecmr/panel'
import { registerEndpoint } from '@ecmr/webhooks'
import type { Test } from 'tap'
import { buildTestPanel, operator, type TestPanel } from '../support/panel.js'
import { type Fields, withOwnCompanies } from './ground.js'

/** An address without a listener. */
export const NOWHERE = 'http://127.0.0.1:9/hooks'

export const SECRET = /whsec_[0-9A-Za-z+/]{43}=/

/** The form for a new webhook, filled in. */
export const filledIn = (changed: Fields = {}): Fields => ({
  once: randomUUID(),
  url: NOWHERE,
  events: ['ecmr.created', 'ecmr.signed'],
  description: 'ERP de Sevilla',
  max_per_second: '',
  ...changed,
})

/** The panel, an owner of a company, and a webhook of it. */
export async function openWebhooks(
  t: Test,
  asked: AskedWebhook = {},
  changed: Partial<PanelDependencies> = {},
) {
  return withWebhook(await buildTestPanel(t, () => changed), asked)
}

interface AskedWebhook {
  readonly url?: string
  readonly description?: string
}

/** A panel that the tests of a file share, an owner of a company that none of the others knows, and a webhook of it. */
export async function withWebhook(shared: TestPanel, asked: AskedWebhook = {}) {
  const panel = await withOwnCompanies(shared)
  const { pool, dependencies, store, haulier } = panel
  const company = actingFor(haulier.id)
  const registered = await registerEndpoint(
    { pool, recordAudit, ...dependencies.webhooks },
    {
      company,
      url: asked.url ?? NOWHERE,
      description: asked.description ?? 'ERP de Sevilla',
      events: ['ecmr.created', 'ecmr.signed'],
      followsFrom: await store.head(),
      actor: operator,
    },
  )
  if (!registered.ok) throw new Error(registered.reason)
  const { id } = registered.endpoint
  return { ...panel, company, webhook: id, path: `/webhooks/${id}` }
}
