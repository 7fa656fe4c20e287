import { commandHandler } from '@ecmr/application'
import t from 'tap'
import { type BreakableLog, breakableLog } from '../support/breakable-log.js'
import { buildTestPanel } from '../support/panel.js'
import { noteWriter } from './note-page-writer.js'

const BEHIND = /Los últimos cambios aún no se ven aquí/

t.test('while the event log is away pages show what is known, and say that it may be behind', async (t) => {
  let breakable: BreakableLog | undefined
  const panel = await buildTestPanel(t, ({ store }) => {
    breakable = breakableLog(store)
    return { store: breakable.log, commands: commandHandler({ store: breakable.log }) }
  })
  const { id, ecmr_number } = await noteWriter(panel).create({ carrier_company_name: 'Transportes Genil' })
  const lucia = await panel.person(panel.haulier)
  const pages = ['/ecmrs', `/ecmrs/${id}`, `/ecmrs/${ecmr_number}`, `/ecmrs/${id}/historial`]
  const others = [`/seguimiento/${ecmr_number}`, '/auditoria', '/']
  for (const page of [...pages, ...others]) {
    const shown = await lucia.open(page)
    t.equal(shown.status, 200, page)
    t.notMatch(shown.text, BEHIND, page)
  }
  for (const state of ['away', 'silent'] as const) {
    breakable?.turn(state)
    // All at once: while the log is silent, each waits until it gives up.
    const opened = [...pages, ...others].map(async (page) => ({ page, shown: await lucia.open(page) }))
    for (const { page, shown } of await Promise.all(opened)) {
      t.equal(shown.status, 200, `${state}: ${page}`)
      t.match(shown.text, BEHIND, `${state}: ${page}`)
      t.ok(shown.text.includes(ecmr_number) || page === '/', `${state}: ${page}`)
    }
  }
  t.match((await lucia.open(`/ecmrs/${id}`)).text, /16 Transportista Transportes Genil/)
  breakable?.turn('away')
  t.equal((await lucia.open(`/ecmrs/${panel.haulier.id}`)).status, 503, 'whether it exists is not known')
  breakable?.turn('there')
  t.notMatch((await lucia.open(`/ecmrs/${id}`)).text, BEHIND)
})
