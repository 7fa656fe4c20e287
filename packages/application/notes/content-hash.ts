import { committedFields, type Note, personalCategories, signedContent } from '@ecmr/domain'
import { contentHash } from '@ecmr/event-store'
import { committing, type Keyring } from '@ecmr/personal-data'

/** The `content_hash` that a signature of the note as it stands carries; SHA-256, hex. */
export async function contentHashOf(keys: Pick<Keyring, 'ensure'>, note: Note): Promise<string> {
  const commit = committing(await keys.ensure(note.id, personalCategories))
  return contentHash(committedFields(signedContent(note.fields), commit))
}
