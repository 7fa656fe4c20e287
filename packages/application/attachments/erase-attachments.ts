import type { Note } from '@ecmr/domain'
import type { ObjectStorage } from '@ecmr/storage'
import type { Pool } from 'pg'
import { removeFile } from './files-table.js'

/** Removes the bytes of attachments that were added before personal data of the note were erased. It can be done again at any time. */
export async function eraseAttachments(
  pool: Pool,
  storage: Pick<ObjectStorage, 'remove'>,
  { attachments }: Pick<Note, 'attachments'>,
): Promise<void> {
  for (const attachment of attachments) if (attachment.erased) await removeFile(pool, storage, attachment)
}
