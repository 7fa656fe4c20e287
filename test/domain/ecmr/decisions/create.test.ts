import t from 'tap'
import { create } from '../../asks.js'
import { created } from '../../facts.js'
import { given } from '../../given.js'

t.test('a new note holds the fields it was given', given().when(create()).then(created()))

t.test(
  'naming a carrier at creation leaves the note a draft',
  given()
    .when(create({ carrier_company_name: 'Transportes Ruiz SA' }))
    .leaves((t, note) => {
      t.equal(note.status, 'draft')
      t.equal(note.version, 1)
    }),
)

t.test(
  'white space around texts is cut, in lists too',
  given()
    .when(
      create({ sender_city: '  Sevilla\n', seal_numbers: [' S1 '], goods_items: [{ description: ' oil ' }] }),
    )
    .then(created({ seal_numbers: ['S1'], goods_items: [{ description: 'oil' }] })),
)

t.test('the same id cannot be created twice', given(created()).when(create()).refused('already_exists'))

t.test(
  'fields that contradict each other are all named',
  given()
    .when(create({ delivery_date: '2026-11-01', cod_amount: '10.00' }))
    .refused('invalid_command', { pointers: ['/delivery_date', '/cod_currency'] }),
)
