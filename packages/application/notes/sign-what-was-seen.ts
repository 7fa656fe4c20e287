import type { EcmrCommand } from '@ecmr/domain'
import type { Keyring } from '@ecmr/personal-data'
import { type FormKey, idsOfForm } from '../idempotency/idempotency.js'
import { type Caller, type Changed, changeNote, type NoteUseCases } from './change-note.js'
import { contentHashOf } from './content-hash.js'
import type { LoadedNote } from './note-history.js'

const MOST_TRIES = 3

/**
 * Signs the content that the signer saw and no other: what happens to the note besides, such as another party's
 * signature, is no obstacle.
 *
 * @param signing.seen the `content_hash` of what the page showed
 * @param signing.reload the note as it is now
 * @returns undefined when the content is another one by now
 * @throws as `changeNote`
 */
export async function signWhatWasSeen(
  cases: NoteUseCases & { readonly dataKeys: Pick<Keyring, 'ensure'> },
  caller: Caller,
  signing: {
    readonly open: LoadedNote
    readonly key: FormKey
    readonly commands: readonly EcmrCommand[]
    readonly seen: string
    readonly reload: () => Promise<LoadedNote | null>
  },
): Promise<Changed | undefined> {
  const { key, commands, seen, reload } = signing
  const { commandId } = idsOfForm(caller.company, key)
  let { note, events } = signing.open
  for (let tries = 1; ; tries++) {
    // A signature that is on record already stands, whatever was changed after it.
    const isRecorded = events.some(({ metadata }) => metadata.command_id === commandId)
    if (!isRecorded && (await contentHashOf(cases.dataKeys, note)) !== seen) return undefined
    const change = { noteId: note.id, key, commands: () => commands, ifMatch: [note.version] }
    const outcome = await changeNote(cases, caller, change)
    if (outcome.outcome !== 'stale' || tries === MOST_TRIES) return outcome
    const now = await reload()
    if (now === null) return outcome
    ;({ note, events } = now)
  }
}
