import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table number_registry.numbers (number text primary key)`.execute(db)
}
