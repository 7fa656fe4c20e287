import { randomUUID } from 'node:crypto'
import type { CommandHandler } from '@ecmr/application'
import { OutcomeUnknown, StoreUnavailable } from '@ecmr/event-store'
import t from 'tap'
import { eight, leadsTo, openOffice, typedIn } from './note-forms-office.js'

// What the command handler says when the log does not answer, cannot be reached, or others are always faster.
let trouble: 'none' | 'lost answer' | 'away' | 'conflict' = 'none'

function troubled(commands: CommandHandler): CommandHandler {
  return {
    async handle(request) {
      if (trouble === 'away') throw new StoreUnavailable('the log is away')
      if (trouble === 'conflict') return { outcome: 'conflict' }
      const outcome = await commands.handle(request)
      if (trouble === 'lost answer') throw new OutcomeUnknown('the answer was lost')
      return outcome
    },
  }
}

const office = await openOffice(t, ({ commands }) => ({ commands: troubled(commands) }))
const { lucia, storyOf, store } = office

t.beforeEach(() => {
  trouble = 'none'
})

t.test('a new note whose answer was lost is found again by sending the same form', async (t) => {
  const sent = { ...eight, once: randomUUID() }
  trouble = 'lost answer'
  const lost = await lucia.send('/ecmrs/nueva', sent)
  t.match(lost, { status: 503, text: /Puede que el cambio no se haya guardado/ })
  trouble = 'none'
  const id = leadsTo(await lucia.send('/ecmrs/nueva', sent))
  t.strictSame(await storyOf(id), ['EcmrCreated'])
})

t.test('so is a change', async (t) => {
  const id = await lucia.create()
  const sent = { reason: 'Error', once: randomUUID() }
  trouble = 'lost answer'
  t.equal((await lucia.fill(id, 'anular', sent)).status, 503)
  trouble = 'none'
  t.equal(leadsTo(await lucia.fill(id, 'anular', sent)), id)
  t.strictSame(await storyOf(id), ['EcmrCreated', 'EcmrCancelled'])
})

t.test('nothing is recorded while the log is away, and the page says so', async (t) => {
  const before = await store.head()
  trouble = 'away'
  const page = await lucia.send('/ecmrs/nueva', { ...eight, once: randomUUID() })
  t.match(page, { status: 503, text: /No se ha guardado nada/ })
  t.equal(await store.head(), before)
})

t.test('after repeated conflicts the form can be sent once more', async (t) => {
  const id = await lucia.create()
  trouble = 'conflict'
  const forms = {
    editar: { version: '1', receiver_city: 'Dijon' },
    anular: { reason: 'Error' },
  }
  for (const [form, fields] of Object.entries(forms)) {
    const page = await lucia.fill(id, form, fields)
    t.match(page, { status: 409, text: /estaban cambiando la carta de porte a la vez/ })
    for (const [name, value] of Object.entries(fields)) t.equal(typedIn(page, name), value)
  }
  t.strictSame(await storyOf(id), ['EcmrCreated'])
})
