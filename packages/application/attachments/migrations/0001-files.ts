import { type Kysely, sql } from 'kysely'

/**
 * Which attachment names which object of the storage. A row is there before the object is, and goes after it; so an object that no event
 * names is found by its row, and none is removed that another row names.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table attachments.files (
      attachment_id uuid primary key,
      sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
      ecmr_id uuid not null,
      company_id text not null,
      -- a document was kept under this hash before: the object is not ours to remove
      is_document boolean not null,
      -- when it is to be looked at: it is on its way, or was withdrawn; null: it stays
      due_at timestamptz
    )`.execute(db)
  await sql`create index files_sha256 on attachments.files (sha256)`.execute(db)
  await sql`create index files_due on attachments.files (due_at) where due_at is not null`.execute(db)
}
