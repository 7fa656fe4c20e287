import { findCaptions, type KnownCaption } from '@ecmr/ocr/testing'
import t from 'tap'
import { type Written, writtenPage } from './written-page.js'

const captions: readonly KnownCaption<string>[] = [
  { means: 'sender', language: 'es', text: 'Remitente' },
  { means: 'sender', language: 'en', text: 'Sender' },
  { means: 'delivery', language: 'es', text: 'Lugar de entrega de la mercancía' },
  { means: 'signature', language: 'es', text: 'Firma y sello del remitente' },
  { means: 'date', language: 'es', text: 'Fecha' },
  { means: 'un_number', language: 'es', text: 'Nº ONU' },
  { means: 'carrier', language: 'es', text: 'Porteador' },
  { means: 'carrier', language: 'es', text: 'Porteador / Transportista' },
]

const found = (texts: readonly Written[], rules: Parameters<typeof writtenPage>[1] = {}) =>
  findCaptions(writtenPage(texts, rules), captions).map(
    ({ caption, words }) =>
      `${caption.means} ${caption.language}: ${words.map(({ text }) => text).join(' ')}`,
  )

t.test('a caption is found though letters of it were misread, and accents lost', async (t) => {
  t.same(found([[100, 100, 'Lugar de entreqa de la mercancia']]), [
    'delivery es: Lugar de entreqa de la mercancia',
  ])
})

t.test('a caption is found though its words were split or joined', async (t) => {
  t.same(found([[100, 100, 'Lugar deentrega de la mercan cía']]), [
    'delivery es: Lugar deentrega de la mercan cía',
  ])
})

t.test('a caption is found though a word of it was not read at all', async (t) => {
  t.same(found([[100, 100, 'Lugar de de la mercancía']]), ['delivery es: Lugar de de la mercancía'])
})

t.test('a caption goes on in the next line, below its own beginning or its number', async (t) => {
  t.same(
    found([
      [100, 100, '3 Lugar de entrega'],
      [100, 122, 'de la mercancía'],
    ]),
    ['delivery es: Lugar de entrega de la mercancía'],
  )
})

t.test('captions in several languages side by side are found each by itself', async (t) => {
  t.same(found([[100, 100, 'Remitente / Sender']]), ['sender es: Remitente', 'sender en: Sender'])
  t.same(found([[100, 100, '1 Remitente/Sender']]), [
    'sender es: Remitente/Sender',
    'sender en: Remitente/Sender',
  ])
})

t.test('the caption that explains most words takes them', async (t) => {
  t.same(found([[100, 100, 'Firma y sello del remitente']]), ['signature es: Firma y sello del remitente'])
})

t.test('text attached to the colon of a caption is returned', async (t) => {
  const [date] = findCaptions(writtenPage([[100, 100, 'Fecha:12/03/2026']]), captions)
  t.equal(date?.behind, '12/03/2026')
})

t.test('the small sign behind an n may be misread', async (t) => {
  for (const text of ['Nº ONU', 'N° ONU', 'Ne ONU', 'N.9 ONU', 'N* ONU'])
    t.same(found([[100, 100, text]]), [`un_number es: ${text}`])
})

t.test('what is written below in capitals, or larger, is not the caption that it resembles', async (t) => {
  const written: Written = [100, 122, 'TRANSPORTES DEL SUR']
  t.same(found([[100, 100, 'Porteador'], written]), ['carrier es: Porteador'])
  const { words, ...page } = writtenPage([
    [100, 100, 'Porteador'],
    [100, 122, 'Transportes'],
  ])
  const larger = words.map((word) => ({
    ...word,
    box: { ...word.box, height: word.box.y > 110 ? 36 : word.box.height },
  }))
  t.same(
    findCaptions({ ...page, words: larger }, captions).map(({ caption }) => caption.text),
    ['Porteador'],
  )
})

t.test('a caption does not cross a printed line', async (t) => {
  const rule = { direction: 'vertical', box: { x: 293, y: 0, width: 2, height: 400 } } as const
  t.same(found([[100, 100, 'Lugar de entrega de la mercancía']], { rules: [rule] }), [])
})

t.test('other words are no captions, however much they resemble short ones', async (t) => {
  t.same(found([[100, 100, 'Fechas Rementería Sanders 12345']]), [])
})

t.test('a caption is the surer the fewer letters are wrong', async (t) => {
  const certainty = (text: string) =>
    findCaptions(writtenPage([[100, 100, text]]), captions)[0]?.certainty ?? 0
  t.equal(certainty('Lugar de entrega de la mercancia'), 1)
  t.ok(certainty('Lugar de entreqa de la mercansia') < 1)
  t.ok(certainty('Lugar de entreqa de la mercansia') > certainty('Luqar de entreqa de la mersansia'))
})
