import { type Kysely, sql } from 'kysely'

// Which commands were carried out is recorded with the idempotency keys now, for as long as those are kept.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into api.idempotency_keys (scope, company_id, key, request_hash, command_id, created_at)
    select 'command', endpoint.company_id, command.id::text, '', command.id, command.created_at
    from webhooks.commands command join webhooks.endpoints endpoint on endpoint.id = command.endpoint_id
    where command.created_at > now() - interval '48 hours'
    on conflict do nothing`.execute(db)
  await sql`drop table webhooks.commands`.execute(db)
}
