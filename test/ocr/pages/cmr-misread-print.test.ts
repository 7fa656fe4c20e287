import type { RecognisedWord } from '@ecmr/ocr/testing'
import t from 'tap'
import { fieldsOf, frenchForm } from '../cmr-papers.js'
import { type Written, writtenPage } from '../written-page.js'

/** What is read of the French form with other texts on it, and words of any size. */
function read({
  more = [],
  without = [],
  words = [],
}: {
  more?: readonly Written[]
  without?: readonly string[]
  words?: readonly RecognisedWord[]
}) {
  const page = writtenPage([...frenchForm.filter(([, , text]) => !without.includes(text)), ...more])
  return fieldsOf({ ...page, words: [...page.words, ...words] })
}

const word = (text: string, x: number, y: number, height: number): RecognisedWord => ({
  text,
  confidence: 0.97,
  box: { x, y, width: text.length * 10, height },
})

t.test('what is left of the frame around the number of a box is no content', async (t) => {
  const fields = read({ words: [word('J', 85, 290, 38)] })
  t.equal(fields.get('receiver_company_name')?.value, 'Rheintaler Frischdienst AG')
  t.equal(fields.get('receiver_address')?.value, 'Gewerbepark 12')
})

t.test(
  'a word of a hint that was seen twice is no name, however high the strokes beside it make it',
  async (t) => {
    const fields = read({ words: [word('(nom,', 222, 290, 34)] })
    t.equal(fields.get('receiver_company_name')?.value, 'Rheintaler Frischdienst AG')
  },
)

t.test(
  'the line that is kept for dangerous goods is no goods, though its captions were misread',
  async (t) => {
    const fields = read({
      more: [
        [100, 1150, 'xN onv'],
        [560, 1150, 'Classe'],
        [780, 1150, 'ru demballage'],
      ],
    })
    t.equal(fields.get('goods_marks')?.value, 'LOT 17')
    t.equal(fields.get('goods_description')?.value, 'Vin rouge en bouteilles')
  },
)

t.test('seals are recognised by their label, whether its colon was read or not', async (t) => {
  for (const label of ['Plomb n°;', 'Plomb n° .']) {
    const fields = read({ more: [[780, 970, `${label} 6092371`]] })
    t.same(fields.get('seal_numbers')?.value, ['6092371'], label)
    t.equal(fields.get('goods_description')?.value, 'Vin rouge en bouteilles', label)
  }
})

t.test('a box is as wide as it is, though the frame around its number is high', async (t) => {
  const fields = read({
    more: [[300, 1500, 'Signature et timbre du transporteur']],
    words: [word('21]', 62, 1385, 50)],
  })
  t.equal(fields.get('issue_date')?.value, '2026-03-16')
})

t.test('a day in smaller type than the place is no small print', async (t) => {
  const fields = read({ without: ['Bordeaux'], words: [word('Bordeaux', 100, 1424, 28)] })
  t.equal(fields.get('issue_date')?.value, '2026-03-16')
})

t.test('contents in capitals stay, though captions have the same words', async (t) => {
  const fields = read({
    without: ['Facture n° 4711, Certificat sanitaire'],
    more: [
      [100, 785, 'PACKING LIST'],
      [100, 815, 'EUR.1'],
    ],
  })
  t.same(fields.get('documents')?.value, ['PACKING LIST', 'EUR.1'])
})

t.test('a day beside a place that stands a little lower is read as a whole', async (t) => {
  const fields = read({
    without: ['Bordeaux', 'le 16/03/2026'],
    words: [
      word('Bordeaux', 100, 1442, 32),
      word('12', 400, 1430, 25),
      word('octobre', 430, 1429, 26),
      word('2026', 510, 1430, 25),
    ],
  })
  t.equal(fields.get('issue_date')?.value, '2026-10-12')
  t.equal(fields.get('issue_place')?.value, 'Bordeaux')
})

t.test('what leads to the day in two languages is no place', async (t) => {
  t.equal(read({ more: [[400, 1400, 'le /am']] }).get('issue_place')?.value, 'Bordeaux')
})

t.test('the rest of a caption in several lines is no address', async (t) => {
  const fields = read({
    without: ['68219 Mannheim, Allemagne'],
    more: [
      [100, 380, '68219 Mannheim, Allemagne'],
      [100, 522, 'pavs)'],
      [100, 544, 'Auslieferungsort des Gutes'],
      [100, 580, '68219 Mannheim, Allemagne'],
    ],
  })
  t.equal(fields.get('delivery_city')?.value, 'Mannheim')
  t.notOk(fields.has('delivery_address'))
})

t.test('a box begins where those above it do, when the beginning of its caption was not read', async (t) => {
  const fields = read({
    without: ['Lieu prévu pour la livraison de la marchandise'],
    more: [[300, 500, 'livraison de la marchandise']],
  })
  t.equal(fields.get('delivery_city')?.value, 'Mannheim')
  t.equal(fields.get('delivery_postal_code')?.value, '68219')
})

t.test('the day of delivery is recognised by its own label', async (t) => {
  const fields = read({ more: [[100, 560, 'Livraison prévue le: 23/09/2026']] })
  t.equal(fields.get('delivery_date')?.value, '2026-09-23')
  t.equal(fields.get('delivery_city')?.value, 'Mannheim')
  t.notOk(fields.has('delivery_address'))
})

t.test('floors in Portugal have no degrees', async (t) => {
  const fields = read({
    without: ['33 route de Narbonne', '33300 Bordeaux, France'],
    more: [
      [100, 155, 'Av. da Liberdade, 280 - 2.°'],
      [100, 180, '1250-140 Lisboa, Portugal'],
    ],
  })
  t.equal(fields.get('sender_address')?.value, 'Av. da Liberdade, 280 - 2.º')
})

t.test('the sign of Italy is known though its first letter was taken for a one', async (t) => {
  const fields = read({ without: ['33300 Bordeaux, France'], more: [[100, 180, '1T-10156 Torino']] })
  t.equal(fields.get('sender_address')?.value, '33 route de Narbonne')
  t.equal(fields.get('sender_city')?.value, 'Torino')
  t.equal(fields.get('sender_postal_code')?.value, '10156')
  t.match(fields.get('sender_country'), { value: 'IT', confidence: /^0\.[0-7]|^0\.8[0-4]/ })
})

t.test(
  'signs that were misread before a number, and small words among large ones, are doubtful',
  async (t) => {
    const confidence = (name: 'documents' | 'instructions', fields: ReturnType<typeof read>): number =>
      fields.get(name)?.confidence ?? 1
    const documents = (text: string): number =>
      confidence(
        'documents',
        read({ without: ['Facture n° 4711, Certificat sanitaire'], more: [[100, 820, text]] }),
      )
    t.ok(documents('Facture n° 4711') > 0.85)
    t.ok(documents('Facture n? 4711') < 0.85)
    t.ok(documents('Facture ne 4711') < 0.85)
    const instructions: Written = [100, 1280, 'Tenir au sec.']
    const without = ['Tenir au sec.']
    t.ok(confidence('instructions', read({ without, more: [instructions] })) > 0.85)
    t.ok(
      confidence('instructions', read({ without, more: [instructions], words: [word('de', 250, 1288, 8)] })) <
        0.85,
    )
  },
)

t.test('the print at the head of the form that speaks of the carrier is no box', async (t) => {
  const fields = read({
    without: ['Transporteur (nom, adresse, pays)'],
    more: [
      [330, 20, 'Transporteur'],
      [900, 300, 'Frachtführer'],
    ],
  })
  t.equal(fields.get('carrier_company_name')?.value, 'Transports Delaroche SARL')
  t.equal(fields.get('sender_address')?.value, '33 route de Narbonne')
})

t.test(
  'a text that goes on beyond the edge of its box is doubtful, unless a line ends the box',
  async (t) => {
    const address = read({
      without: ['Gewerbepark 12'],
      more: [[100, 355, `Gewerbepark 12, ${'Hof '.repeat(20)}Tor 4`]],
    }).get('receiver_address')
    t.ok(address !== undefined && address.confidence < 0.85)
  },
)

t.test(
  'a column is known by its caption though a stroke sticks to its number, and a letter is wrong',
  async (t) => {
    const fields = read({
      more: [
        [1465, 880, '12|'],
        [1500, 880, 'Volune'],
        [1500, 930, '36,8'],
      ],
    })
    t.equal(fields.get('goods_volume_m3')?.value, 36.8)
  },
)
