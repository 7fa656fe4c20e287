import { randomUUID } from 'node:crypto'
import {
  cancel,
  changeNote,
  changeStatus,
  commandHandler,
  idempotency,
  NotPermitted,
  numberPool,
} from '@ecmr/application'
import { actingFor, type EcmrCommand, noteStream, userRoles } from '@ecmr/domain'
import t from 'tap'
import { buildTestApi } from '../support/api.js'

const api = await buildTestApi(t)
const { haulier, pool, store } = api
const cases = {
  commands: commandHandler({ store: api.recorded, keys: api.dataKeys }),
  numbers: numberPool({ pool }),
  store,
  idempotency: idempotency(pool),
}
const company = actingFor(haulier.company.id)
const caller = {
  company,
  policy: 'lenient',
  correlationId: randomUUID(),
  actor: { kind: 'user', id: randomUUID(), company_id: company },
} as const

/** Who may give each command, whatever page it comes from. */
const commands: readonly (readonly [command: EcmrCommand, allowed: readonly string[]])[] = [
  [changeStatus('assigned'), ['owner', 'member']],
  [{ type: 'edit', changes: { reference: 'R-1' } }, ['owner', 'member']],
  [
    { type: 'sign', signature: { role: 'sender', signer_name: 'Ana', method: 'typed' } },
    ['owner', 'member', 'driver'],
  ],
  [
    { type: 'record_reservation', reservation_id: randomUUID(), by: 'carrier', grounds: 'Mojada' },
    ['owner', 'member', 'driver'],
  ],
  [changeStatus('in_transit'), ['owner', 'member', 'driver']],
  [cancel({ reason: 'Duplicada' }), ['owner', 'member']],
]

t.test('commands of people are taken or refused by their role; those of keys have none', async (t) => {
  for (const [command, allowed] of commands)
    for (const role of userRoles) {
      const { id } = await haulier.create()
      const noteId = String(id)
      const before = (await store.readStream(noteStream(noteId))).length
      const given = changeNote(cases, { ...caller, role }, { noteId, commands: () => [command] })
      if (allowed.includes(role)) t.match(await given, { outcome: 'accepted' }, `${role}: ${command.type}`)
      else {
        await t.rejects(given, NotPermitted, `${role}: ${command.type}`)
        t.equal((await store.readStream(noteStream(noteId))).length, before, 'nothing was recorded')
      }
    }
  const { id } = await haulier.create()
  const unnamed = changeNote(cases, caller, {
    noteId: String(id),
    commands: () => [changeStatus('assigned')],
  })
  t.match(await unnamed, { outcome: 'accepted' })
})
