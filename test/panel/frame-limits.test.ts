import { test } from 'tap'
import { buildTestPanel } from '../support/panel.js'

const limits = { perPerson: 4, perAddress: 2 }
const REFUSED = {
  status: 429,
  text: /Demasiadas peticiones/,
  headers: { 'retry-after': /^([1-9]|[1-5]\d|60)$/ },
}

test('visitors have a limit of requests a minute per network address, over all pages', async (t) => {
  const { visitor } = await buildTestPanel(t, () => ({ limits }))
  const somebody = visitor()
  t.match(await somebody.open('/'), { status: 200 })
  t.match(await somebody.open('/nothing'), { status: 404 })
  t.match(await somebody.open('/'), REFUSED)
  t.match(await somebody.open('/nothing'), REFUSED)
  t.match(await somebody.open('/cuenta'), REFUSED)
  t.match(await somebody.open('/assets/panel.css'), { status: 200 }, 'files are not counted')
})

test('forms without a good token are counted as well', async (t) => {
  const { visitor } = await buildTestPanel(t, () => ({ limits }))
  const somebody = visitor()
  t.match(await somebody.send('/entrar', {}, { token: 'x' }), { status: 403 })
  t.match(await somebody.send('/entrar', {}, { token: 'x' }), { status: 403 })
  t.match(await somebody.send('/entrar', {}, { token: 'x' }), REFUSED)
})

test('each logged-in user has a separate limit, from any address and in any number of browsers', async (t) => {
  const { app, person, haulier } = await buildTestPanel(t, () => ({ limits }))
  const [lucia, marta] = [await person(haulier), await person(haulier)]
  for (let count = 0; count < limits.perPerson; count += 1) t.match(await lucia.open('/'), { status: 200 })
  t.match(await lucia.open('/'), REFUSED)
  t.match(await marta.open('/'), { status: 200 })
  t.match(await app.inject('/'), { statusCode: 200 }, 'nor is the address used up')
})

test('the people of a company share a limit', async (t) => {
  const shared = { perPerson: 4, perCompany: 5, perAddress: 2 }
  const { person, haulier, rival } = await buildTestPanel(t, () => ({ limits: shared }))
  const [lucia, marta, eve] = [await person(haulier), await person(haulier), await person(rival)]
  for (let count = 0; count < 4; count += 1) t.match(await lucia.open('/cuenta'), { status: 200 })
  t.match(await lucia.open('/cuenta'), REFUSED)
  t.match(await marta.open('/cuenta'), { status: 200 })
  t.match(await marta.open('/cuenta'), REFUSED)
  t.match(await eve.open('/cuenta'), { status: 200 })
})
