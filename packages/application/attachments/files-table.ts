import type { ObjectStorage } from '@ecmr/storage'
import type { Pool, PoolClient } from 'pg'

/** An attachment and the object that it names. */
export interface NamedFile {
  readonly attachment_id: string
  readonly sha256: string
  readonly ecmr_id: string
  readonly company_id: string
}

/** The file of a document from before it is kept until its event is there: `attachment_id` is of this file alone. */
export interface UnrecordedFile extends NamedFile {
  readonly document_id: string
}

/** What is to be looked at: an attachment, or the file of a document, which has a `document_id`. */
export interface DueFile extends NamedFile {
  readonly document_id: string | null
}

/** An upload that has not been recorded after so long never will be. */
export const ON_ITS_WAY_MINUTES = 30

const ON_ITS_WAY = `now() + interval '${ON_ITS_WAY_MINUTES} minutes'`

/** Does something while nobody else names or removes an object. */
async function holding<Result>(
  pool: Pool,
  sha256: string,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`object ${sha256}`])
    const result = await work(client)
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    client.release(error instanceof Error ? error : true)
    throw error
  }
}

/**
 * Says that an attachment is about to name an object, before the object is kept.
 *
 * @param file.isDocument as it was returned, when it is named once more
 * @returns whether the object is a document's
 */
export async function nameFile(
  pool: Pool,
  storage: Pick<ObjectStorage, 'head'>,
  file: NamedFile & { readonly isPdf: boolean; readonly isDocument?: boolean },
): Promise<boolean> {
  const { attachment_id, sha256, ecmr_id, company_id, isPdf } = file
  return holding(pool, sha256, async (client) => {
    const { rows } = await client.query<{ is_document: boolean | null }>(
      'select bool_or(is_document) as is_document from attachments.files where sha256 = $1',
      [sha256],
    )
    // What is there and no attachment names is a document that was issued.
    const isDocument =
      rows[0]?.is_document ?? file.isDocument ?? (isPdf && (await storage.head(sha256)) !== undefined)
    await client.query(
      `insert into attachments.files (attachment_id, sha256, ecmr_id, company_id, is_document, due_at)
        values ($1, $2, $3, $4, $5, ${ON_ITS_WAY})
        on conflict (attachment_id) do update set due_at = excluded.due_at where files.due_at is not null`,
      [attachment_id, sha256, ecmr_id, company_id, isDocument],
    )
    return isDocument
  })
}

/** Says that the file of a document is about to be kept. */
export async function nameDocumentFile(pool: Pool, file: UnrecordedFile): Promise<void> {
  const { attachment_id, sha256, ecmr_id, company_id, document_id } = file
  await holding(pool, sha256, async (client) => {
    await client.query('update attachments.files set is_document = true where sha256 = $1', [sha256])
    await client.query(
      `insert into attachments.files (attachment_id, sha256, ecmr_id, company_id, document_id, is_document, due_at)
        values ($1, $2, $3, $4, $5, true, ${ON_ITS_WAY})`,
      [attachment_id, sha256, ecmr_id, company_id, document_id],
    )
  })
}

/** Says that the event is there that names the file of a document. */
export async function forgetFile(
  pool: Pool,
  { attachment_id }: Pick<UnrecordedFile, 'attachment_id'>,
): Promise<void> {
  await pool.query('delete from attachments.files where attachment_id = $1', [attachment_id])
}

/**
 * Removes the file of a document that was not recorded, unless something else names the same bytes.
 *
 * @returns whether the object is gone
 */
export async function discardFile(
  pool: Pool,
  storage: Pick<ObjectStorage, 'remove'>,
  { attachment_id, sha256 }: Pick<UnrecordedFile, 'attachment_id' | 'sha256'>,
): Promise<boolean> {
  return holding(pool, sha256, async (client) => {
    await client.query('delete from attachments.files where attachment_id = $1', [attachment_id])
    const { rowCount } = await client.query(
      'select from attachments.files where sha256 = $1 and document_id is not null',
      [sha256],
    )
    return rowCount === 0 && removeUnlessAttached(client, storage, sha256)
  })
}

/** Whether an attachment, or a document on its way, still names its object: false when it took so long that it was given up. */
export async function isNamed(pool: Pool, attachmentId: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update attachments.files set due_at = case when due_at is not null then ${ON_ITS_WAY} end
      where attachment_id = $1`,
    [attachmentId],
  )
  return rowCount === 1
}

/** Says that the event is there that names the object. */
export async function keepNamed(pool: Pool, attachmentIds: readonly string[]): Promise<void> {
  await pool.query('update attachments.files set due_at = null where attachment_id = any($1)', [
    attachmentIds,
  ])
}

/** The same, after the events; when it fails, `keepAttachments` finds them in the log. */
export async function keepRecorded(
  pool: Pool,
  added: readonly { readonly attachment_id: string }[],
): Promise<void> {
  if (added.length === 0) return
  const ids = added.map(({ attachment_id }) => attachment_id)
  await keepNamed(pool, ids).catch(() => undefined)
}

/** Has an attachment looked at from an instant on. */
export async function lookAgain(pool: Pool, attachmentId: string, at: Date): Promise<void> {
  await pool.query('update attachments.files set due_at = $2 where attachment_id = $1', [attachmentId, at])
}

/** Files to be looked at now, those first that have waited longest. */
export async function dueFiles(pool: Pool, limit: number): Promise<readonly DueFile[]> {
  const { rows } = await pool.query<DueFile>(
    `select attachment_id::text, sha256, ecmr_id::text, company_id, document_id::text from attachments.files
      where due_at <= now() order by due_at limit $1`,
    [limit],
  )
  return rows
}

/** How many files were to be looked at and have not been for so many seconds. */
export async function lateFiles(pool: Pool, seconds: number): Promise<number> {
  const { rows } = await pool.query<{ late: number }>(
    `select count(*)::int as late from attachments.files where due_at < now() - make_interval(secs => $1)`,
    [seconds],
  )
  return rows[0]?.late ?? 0
}

/**
 * Removes the bytes of an attachment, unless something else names them, and then the row. What names the object at the same time
 * does so before or after it, and then keeps it anew.
 *
 * @returns whether the object is gone
 */
export async function removeFile(
  pool: Pool,
  storage: Pick<ObjectStorage, 'remove'>,
  { attachment_id, sha256 }: Pick<NamedFile, 'attachment_id' | 'sha256'>,
): Promise<boolean> {
  return holding(pool, sha256, async (client) => {
    const { rows } = await client.query<{ attachment_id: string; is_document: boolean }>(
      'select attachment_id::text, is_document from attachments.files where sha256 = $1',
      [sha256],
    )
    const own = rows.find((row) => row.attachment_id === attachment_id)
    const isOnly = rows.every((row) => row.attachment_id === attachment_id) && own?.is_document !== true
    if (isOnly) await storage.remove(sha256)
    await client.query('delete from attachments.files where attachment_id = $1', [attachment_id])
    return isOnly
  })
}

/** Removes the file of a document, unless an attachment names the same bytes; from then on they are the attachment's alone. */
export async function removeDocumentFile(
  pool: Pool,
  storage: Pick<ObjectStorage, 'remove'>,
  sha256: string,
): Promise<void> {
  await holding(pool, sha256, (client) => removeUnlessAttached(client, storage, sha256))
}

async function removeUnlessAttached(
  client: PoolClient,
  storage: Pick<ObjectStorage, 'remove'>,
  sha256: string,
): Promise<boolean> {
  const { rowCount } = await client.query(
    'update attachments.files set is_document = false where sha256 = $1 and document_id is null',
    [sha256],
  )
  if (rowCount === 0) await storage.remove(sha256)
  return rowCount === 0
}
