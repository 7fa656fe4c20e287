import { commandHandler, loadNote } from '@ecmr/application'
import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { editNotes, request } from './commands.js'
import { logDatabase } from './support.js'

t.test('a note is loaded as it is, as it was at an instant, and as it was at a revision', async (t) => {
  const { open } = await logDatabase(t)
  const store = await open()
  let now = '2026-11-03T08:00:00.000Z'
  const { handle } = commandHandler({ store, clock: () => new Date(now) })
  const asked = request({ isNew: true })
  await handle(asked)
  for (const hour of ['09', '10']) {
    now = `2026-11-03T${hour}:00:00.000Z`
    await handle(request({ id: asked.id, commands: [editNotes(`written at ${hour}`)] }))
  }
  const notes = async (options?: { asOf?: string; upToRevision?: number }) => {
    const found = await loadNote(store, asked.id, options)
    return found && [found.note.version, found.events.length, found.note.fields.notes]
  }

  t.strictSame(await notes(), [3, 3, 'written at 10'])
  t.strictSame(await notes({ asOf: '2026-11-03T09:59:59.999Z' }), [2, 2, 'written at 09'])
  t.strictSame(await notes({ asOf: '2026-11-03T10:00:00.000Z' }), [3, 3, 'written at 10'])
  t.strictSame(await notes({ upToRevision: 0 }), [1, 1, undefined])
  t.equal(await notes({ asOf: '2026-11-03T07:59:59.999Z' }), null, 'it did not exist yet')
  t.equal(await loadNote(store, uuidv7()), null)
})
