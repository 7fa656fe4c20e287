import { readDate } from '@ecmr/ocr/testing'
import fc from 'fast-check'
import t from 'tap'

const REVIEW = 0.85

t.test('a day is read in the ways in which papers write it', (t) => {
  const ways = [
    '20/11/2026',
    '20-11-26',
    '20.11.2026',
    '2026-11-20',
    'Jaén, a 20 de noviembre de 2026',
    '20 nov. 2026',
    'Lyon, le 20 novembre 2026',
    'den 20. November 2026',
    'November 20, 2026',
    '20-NOV-2026',
    '20th November 2026',
    '20 de Noviembre del 2026',
    '20 / 11 / 2026',
  ]
  for (const way of ways) {
    const found = readDate(way)
    t.equal(found?.value, '2026-11-20', way)
    t.ok((found?.plausibility ?? 0) > REVIEW, way)
    t.ok(way.includes(found?.source ?? '?'), `${way}: what is said to stand there does`)
  }
  t.end()
})

t.test('every month is known in the languages of papers', (t) => {
  const written = [
    '3 agosto 2026',
    '3 août 2026',
    '3. August 2026',
    '3 August 2026',
    '3 aug 2026',
    '3 ago. 2026',
  ]
  for (const way of written) t.equal(readDate(way)?.value, '2026-08-03', way)
  for (const way of ['16 avril 2026', '16 de abril de 2026', '16 April 2026'])
    t.equal(readDate(way)?.value, '2026-04-16', way)
  t.equal(readDate('1er juin 2026')?.value, '2026-06-01')
  t.end()
})

t.test('a day that misread letters spell is to be reviewed', (t) => {
  for (const way of ['2O/11/2026', '20/1l/2026', '20.I1.2O26', '20 de noviemhre de 2026']) {
    t.equal(readDate(way)?.value, '2026-11-20', way)
    t.ok((readDate(way)?.plausibility ?? 1) < REVIEW, way)
  }
  t.end()
})

t.test('the day comes before the month; on English papers that is doubtful where both could be', (t) => {
  t.equal(readDate('05/06/2026', { language: 'es' })?.plausibility, 1)
  t.match(readDate('05/06/2026', { language: 'en' }), { value: '2026-06-05' })
  t.ok((readDate('05/06/2026', { language: 'en' })?.plausibility ?? 1) < REVIEW)
  t.match(readDate('06/25/2026', { language: 'en' }), { value: '2026-06-25' })
  t.end()
})

t.test('what is no day of the calendar is none', (t) => {
  for (const way of [
    '32/11/2026',
    '31/11/2026',
    '29/02/2027',
    '00/11/2026',
    '20/11',
    'noviembre de 2026',
    '',
    '1234567890',
  ])
    t.equal(readDate(way), undefined, way)
  t.end()
})

t.test('any day is read as it was printed', (t) => {
  const days = fc.date({ min: new Date('2001-01-01'), max: new Date('2059-12-31'), noInvalidDate: true })
  const months =
    'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' ')
  fc.assert(
    fc.property(days, (each) => {
      const date = each.toISOString().slice(0, 10)
      const [year = '', month = '', day = ''] = date.split('-')
      const words = `${Number(day)} de ${months[Number(month) - 1]} de ${year}`
      for (const way of [`${day}/${month}/${year}`, `${day}.${month}.${year.slice(2)}`, date, words])
        if (readDate(`Fecha: ${way}`)?.value !== date)
          throw new Error(`${way} was read as ${readDate(way)?.value}`)
    }),
  )
  t.end()
})
