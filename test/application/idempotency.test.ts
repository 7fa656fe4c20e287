import { forgetOldKeys, idempotency, idsOfForm } from '@ecmr/application'
import { actingFor } from '@ecmr/domain'
import { contentHash } from '@ecmr/event-store'
import { changeEndpoint, migrateWebhooks } from '@ecmr/webhooks'
import t from 'tap'
import { loopback, openWorld, secrets } from '../webhooks/support/world.js'

const { pool, register } = await openWorld(t)
const company = actingFor('company-a')
const commandId = '4a1c1f0e-5a53-4a5c-9a6e-2f3a1b0c9d8e'
const request = { method: 'POST', url: '/api/ecmrs', body: { reference: 'A' } }

t.test('keys and commands of the version before are known after the upgrade', async (t) => {
  const { endpoint } = await register(company, 'https://example.com/hooks')
  await downgrade()
  await pool.query(
    `insert into api.idempotency_keys (company_id, key, request_hash, command_id, note_id, ecmr_number)
     values ('00000000-0000-4000-8000-000000000001', 'old', $1, $2, $2, 'ECMR-2026-V141BK9YJ-G')`,
    [contentHash(request), commandId],
  )
  await pool.query('insert into webhooks.commands values ($1, $2, now()), ($3, $2, $4)', [
    commandId,
    endpoint.id,
    '4a1c1f0e-5a53-4a5c-9a6e-2f3a1b0c9d8f',
    new Date(Date.now() - 49 * 3_600_000),
  ])
  await migrateWebhooks(pool)
  const repeated = await idempotency(pool).run(
    '00000000-0000-4000-8000-000000000001',
    { from: 'client', key: 'old', request },
    async (attempt) => attempt,
  )
  t.match(repeated, { ran: true, answer: { isRepeat: true, commandId, noteId: commandId } })
  const context = {
    pool,
    secrets,
    urlRules: { guard: loopback, httpsOnly: false },
    recordAudit: async () => undefined,
  }
  const actor = { kind: 'user', id: 'u' } as const
  const changes = { description: 'changed' }
  const change = { company, id: endpoint.id, actor, followsFrom: '', changes }
  t.match(await changeEndpoint(context, { ...change, commandId }), { ok: true, replayed: true })
  const later = { ...change, commandId: '4a1c1f0e-5a53-4a5c-9a6e-2f3a1b0c9d8f' }
  t.match(await changeEndpoint(context, later), { ok: true, replayed: false }, 'older than 48 hours')
})

t.test('a form has the ids that the version before derived from it', async (t) => {
  const form = {
    from: 'form',
    user: 'u',
    action: 'create',
    once: commandId.toUpperCase(),
    says: { a: 1 },
  } as const
  const ids = idsOfForm(company, form)
  t.same(ids, {
    commandId: '0ef0907e-3eda-5d49-94d4-e0ea047df019',
    noteId: '742faacd-d406-557a-b62e-62129004cb4a',
  })
  const corrected = idsOfForm(company, { ...form, says: { a: 2 } })
  t.equal(corrected.noteId, ids.noteId)
  t.not(corrected.commandId, ids.commandId)
})

t.test('keys are forgotten after 48 hours, and not before', async (t) => {
  const keys = idempotency(pool)
  const isRepeat = async (key: string): Promise<boolean | undefined> => {
    const run = await keys.run(company, { from: 'client', key, request }, async (attempt) => attempt.isRepeat)
    return run.ran ? run.answer : undefined
  }
  const age = (key: string, hours: number) =>
    pool.query(
      `update api.idempotency_keys set created_at = now() - $2 * interval '1 hour' where key = $1 and company_id = $3`,
      [key, hours, company],
    )
  t.equal(await isRepeat('past'), false)
  t.equal(await isRepeat('recent'), false)
  await age('past', 48.1)
  await age('recent', 47.9)
  await forgetOldKeys(pool)
  t.equal(await isRepeat('past'), false)
  t.equal(await isRepeat('recent'), true)
})

/** The tables as the version before had them. */
async function downgrade(): Promise<void> {
  await pool.query(`
    delete from api.idempotency_keys;
    alter table api.idempotency_keys drop constraint idempotency_keys_pkey, drop column scope,
      alter column company_id type uuid using company_id::uuid, add primary key (company_id, key);
    delete from api.kysely_migration where name = '0002-one-table';
    create table webhooks.commands (id uuid primary key, endpoint_id uuid not null, created_at timestamptz not null);
    alter table webhooks.endpoints drop column include_document_url, drop column metadata;
    alter table webhooks.messages drop column document_id, drop column traceparent;
    alter table webhooks.attempts drop column signature;
    alter table webhooks.replays drop column traceparent;
    delete from webhooks.kysely_migration where name >= '0004-commands-moved'`)
}
