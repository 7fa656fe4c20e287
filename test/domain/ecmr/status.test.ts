import { parseStatus, statuses, statusLabel, statusSpellings } from '@ecmr/domain'
import t from 'tap'

t.test('both spellings of each status are read', async (t) => {
  t.strictSame(statusSpellings.map(parseStatus), [...statuses, ...statuses])
  t.equal(statusSpellings.length, 10)
})

t.test('nothing else is a status', async (t) => {
  for (const text of ['', 'Draft', 'lost', 'toString', '__proto__', 'en transito'])
    t.equal(parseStatus(text), undefined, text)
})

t.test('every status has a word for people in Spanish and English', async (t) => {
  t.strictSame(
    statuses.map((status) => statusLabel(status, 'es')),
    ['Borrador', 'Asignada', 'En tránsito', 'Entregada', 'Incidencia'],
  )
  t.strictSame(
    statuses.map((status) => statusLabel(status, 'en')),
    ['Draft', 'Assigned', 'In transit', 'Delivered', 'Incident'],
  )
})
