import t from 'tap'
import { outcomeOf, readField, readingOf } from '../support/paper-reader.js'
import type { Page } from '../support/visit.js'
import { HOSTILE, INJECTED } from './ground.js'
import { leadsTo, sentFrom, typedIn } from './note-forms-office.js'
import { openPaperOffice, PNG, paperReading } from './paper-office.js'

const office = await openPaperOffice(t)
const { lucia, emma, rivalOwner, asked, answerWith, sendPicture, noteOf, haulier } = office
t.afterEach(() => answerWith(() => outcomeOf(paperReading)))

/** What is said to be doubtful of a field. */
function doubtOf({ html }: Page, field: string): string {
  const [, said = ''] = new RegExp(`<p id="f-${field}-read">(.*?)</p>`).exec(html) ?? []
  return said.replaceAll(/<[^>]*>/g, '')
}

t.test('the page that takes pictures says what it takes and where that goes', async (t) => {
  for (const from of ['/', '/ecmrs', '/ecmrs/nueva'])
    t.match((await lucia.open(from)).html, /href="\/ecmrs\/leer"/, from)
  const page = await lucia.open('/ecmrs/leer')
  t.match(page.text, /PNG, JPEG, WebP o PDF\. Hasta 8 páginas de una misma carta de porte/)
  t.match(page.text, /se procesa en este servicio y no se envía a terceros. No se guardan la imagen/)
  t.match(
    page.html,
    /type="file" id="f-image" name="image" multiple accept="image\/png,image\/jpeg,image\/webp,application\/pdf"/,
  )
  t.match(page.html, /capture="environment"/)
  t.match((await emma.open('/ecmrs/leer')).text, /processed on this service/)
  const elsewhere = await openPaperOffice(t, { readingBy: 'gemini' })
  t.match((await elsewhere.lucia.open('/ecmrs/leer')).text, /se envía a Gemini, un servicio de Google/)
})

t.test('a paper note becomes a note: read, looked over, corrected and created', async (t) => {
  asked.length = 0
  await sendPicture(rivalOwner)
  t.match(asked.splice(0), [{ companyId: office.rival.id }], 'each company reads for itself')
  const page = await sendPicture(lucia)
  t.equal(page.status, 200)
  t.match(asked, [{ files: [{ mediaType: 'image/png', width: 60, height: 80 }], companyId: haulier.id }])
  t.same(Buffer.from(asked[0]?.files[0]?.bytes ?? []), PNG)
  t.match(page.html, /<img alt="Imagen de la carta en papel" src="data:image\/jpeg;base64,/)
  const names = ['sender_company_name', 'sender_country', 'goods_weight_kg', 'seal_numbers']
  const shown = names.map((name) => typedIn(page, name))
  t.strictSame(shown, ['Aceites del Sur SL', 'España', '18400', 'A1\nA2'], 'from the paper, not the uploader')
  const created = await lucia.send('/ecmrs/nueva', { ...sentFrom(page), receiver_city: 'Lyon', do: 'save' })
  const { fields } = await noteOf(leadsTo(created))
  t.match(fields, {
    sender_company_name: 'Aceites del Sur SL',
    sender_country: 'ES',
    receiver_city: 'Lyon',
    goods_description: 'Aceite de oliva,\n20 palés',
    goods_weight_kg: 18_400,
    pickup_date: '2026-12-01',
    seal_numbers: ['A1', 'A2'],
  })
  t.notOk('documents' in fields, 'an empty list says nothing')
  const again = await lucia.send('/ecmrs/nueva', { ...sentFrom(page), receiver_city: 'Lyon', do: 'save' })
  t.equal(again.location, created.location, 'sent twice, it is created once')
})

t.test('all lines of goods of a paper note come into the new note', async (t) => {
  const goods_items = Array.from({ length: 45 }, (_, index) => ({
    description: `Aceite ${index}`,
    packages: index,
  }))
  const warnings = [{ code: 'goods_items_unsure', message: '1 of 45', field: 'goods_items' }] as const
  const data = { ...paperReading.data, goods_items }
  answerWith(() => outcomeOf({ ...paperReading, data, warnings }))
  const page = await sendPicture(lucia)
  t.match(page.text, /algunas partidas son dudosas/)
  const created = await lucia.send('/ecmrs/nueva', { ...sentFrom(page), receiver_city: 'Lyon', do: 'save' })
  t.same((await noteOf(leadsTo(created))).fields.goods_items, goods_items)
})

t.test('what is doubtful is marked in words, with what stands on paper and where', async (t) => {
  const page = await sendPicture(lucia)
  t.equal(doubtOf(page, 'goods_weight_kg'), 'Revíselo. En el papel: «18.4OO kg». Fiabilidad: 62\u00a0%.')
  t.match(doubtOf(page, 'receiver_city'), /No se ha podido interpretar: «L\?on»/)
  t.equal(doubtOf(page, 'sender_city'), '', 'what is sure is not marked')
  t.notMatch(page.html, /Es correcto: Población/, 'what is blank is not right')
  t.match(page.html, /name="goods_weight_kg"[^>]* aria-describedby="f-goods_weight_kg-read"/)
  t.match(page.html, /field-doubtful" data-place="0.7 0.5 0.2 0.03 1"/)
  t.match(
    page.html,
    /class="field" data-place="0.1 0.05 0.3 0.02 1"/,
    'where sure ones stand is known as well',
  )
  t.match(page.text, /10 datos leídos/)
  t.match(page.text, /Datos obligatorios sin leer: Destinatario: población ./)
  t.match(page.text, /Datos por revisar: Recogida: fecha prevista Peso bruto/)
  t.equal(doubtOf(page, 'documents'), '', 'an empty list is no doubt')
  t.notMatch(page.text, /A word to programs/, 'the warning for programs is not shown')
  t.match(page.text, /Ver todo el texto leído .*18.4OO kg/)
  const english = await sendPicture(emma)
  t.match(doubtOf(english, 'goods_weight_kg'), /Check this. On paper: “18.4OO kg”. Confidence: 62%/)
})

t.test('places are those of the picture that is shown', async (t) => {
  const picture = { jpeg: PNG, width: 1, height: 1, turned: 90 } as const
  answerWith(() => ({ ok: true, reading: paperReading, pictures: [picture] }))
  t.match((await sendPicture(lucia)).html, /data-place="0.47 0.7 0.03 0.2 1"/)
})

t.test('after a faulty save the form says what is still doubtful, and loses nothing', async (t) => {
  const sent = sentFrom(await sendPicture(lucia))
  const page = await lucia.send('/ecmrs/nueva', { ...sent, pickup_date: '2026-12-02', do: 'save' })
  t.equal(page.status, 400, 'the city is still missing')
  t.equal(typedIn(page, 'sender_address'), 'Calle Real 1')
  t.match(doubtOf(page, 'goods_weight_kg'), /18.4OO kg/)
  t.equal(doubtOf(page, 'pickup_date'), '', 'what was changed is not doubtful any more')
  t.match(page.html, /data-place="0.1 0.05 0.3 0.02 1"/)
  t.match(page.html, new RegExp(`data-paper="${sent.picture}"[^>]* hidden`), 'the browser has the picture')
  t.notMatch(page.html, /data:image/)
  const checked = await lucia.send('/ecmrs/nueva', { ...sentFrom(page), receiver_city: 'Lyon', do: 'check' })
  t.equal(checked.status, 200)
  t.match(doubtOf(checked, 'goods_weight_kg'), /18.4OO kg/)
})

t.test('what does not look like a note gives the blank form with the picture', async (t) => {
  const garbage = [readField('sender_city', 'x7#')]
  for (const reading of [readingOf([]), readingOf(garbage, { document_type: 'unknown' })]) {
    answerWith(() => outcomeOf(reading))
    const page = await sendPicture(lucia)
    t.match(page, { status: 200, text: /No parece una carta de porte/ })
    t.match(page.html, /src="data:image\/jpeg;base64,/)
    t.equal(typedIn(page, 'sender_city'), '')
    t.equal(typedIn(page, 'sender_company_name'), '')
  }
})

t.test('a paper of no kind that is known fills the form with what a note needs', async (t) => {
  answerWith(() => outcomeOf({ ...paperReading, document_type: 'unknown' }))
  const page = await sendPicture(lucia)
  t.notMatch(page.text, /No parece una carta de porte/)
  t.equal(typedIn(page, 'sender_company_name'), 'Aceites del Sur SL')
})

t.test('warnings are said in the words of people, and none twice', async (t) => {
  const warnings = (
    [
      ['page_turned', null],
      ['page_turned', null],
      ['contradiction', 'delivery_date'],
      ['of_tomorrow', 'goods_weight_kg'],
      ['of_tomorrow', null],
    ] as const
  ).map(([code, field]) => ({ code, message: 'For programs.', field }))
  answerWith(() => outcomeOf({ ...paperReading, warnings }))
  const page = await sendPicture(lucia)
  t.match(
    page.text,
    /Además: La hoja estaba girada y se ha enderezado para leerla. Entrega: fecha prevista: La entrega es anterior a la recogida. Peso bruto \(kg\): Compare este dato/,
  )
  t.notMatch(page.html, /For programs/)
})

t.test('what no note may say is left for a person to read', async (t) => {
  const unfit = [
    readField('pickup_date', '2026-02-30'),
    readField('goods_weight_kg', -5),
    readField('goods_description', 'x'.repeat(6_000)),
    readField('goods_un_number', 'UN 1203 or so'),
  ]
  answerWith(() => outcomeOf(readingOf([readField('sender_city', 'Sevilla'), ...unfit])))
  const page = await sendPicture(lucia)
  t.equal(typedIn(page, 'sender_city'), 'Sevilla')
  for (const { name } of unfit) {
    t.equal(typedIn(page, name), '', name)
    t.match(doubtOf(page, name), /No se ha podido interpretar/, name)
  }
  t.ok(page.html.length < 200_000)
})

t.test('whatever a picture says is text and nothing else', async (t) => {
  const hostile = `${HOSTILE} \u202eabc {{it}} <%= it %>`
  const fields = [
    readField('sender_company_name', hostile, { needs_review: true }),
    readField('sender_city', "');--"),
  ]
  const raw_text = `\u0000${hostile}${'y'.repeat(50_000)}`
  answerWith(() => outcomeOf(readingOf(fields, { raw_text })))
  const page = await sendPicture(lucia)
  t.equal(page.status, 200)
  t.notMatch(page.html, INJECTED)
  t.notMatch(page.html, '\0')
  t.notMatch(doubtOf(page, 'sender_company_name'), /\u202e/, 'nothing turns the words around it')
  t.ok(page.html.length < 200_000)
  const again = await lucia.send('/ecmrs/nueva', { ...sentFrom(page), do: 'save' })
  t.equal(again.status, 400)
  t.notMatch(again.html, INJECTED)
})

t.test('forged marks in a form are ignored', async (t) => {
  const { picture = '' } = sentFrom(await sendPicture(lucia))
  const mark = { value: 'x', source: '<b>', sure: 50, isDoubtful: true }
  for (const [what, sent] of [
    ['no JSON', 'x'],
    ['no object', '[]'],
    ['a place with a script', JSON.stringify({ ...mark, place: '0 0 0 0" onclick="x' })],
    ['surer than sure', JSON.stringify({ ...mark, sure: 1e9 })],
    ['too long', JSON.stringify({ ...mark, source: 'x'.repeat(301) })],
    ['something besides', JSON.stringify({ ...mark, onclick: 'x' })],
  ] as const) {
    const page = await lucia.send('/ecmrs/nueva', { picture, sender_city: 'x', 'read/sender_city': sent })
    t.strictSame([page.status, doubtOf(page, 'sender_city')], [400, ''], what)
    t.notMatch(page.html, /read\/sender_city/, what)
  }
  const good = { picture, sender_city: 'x', 'read/sender_city': JSON.stringify(mark) }
  t.match(doubtOf(await lucia.send('/ecmrs/nueva', good), 'sender_city'), /«&lt;b&gt;»/)
  const without = await lucia.send('/ecmrs/nueva', { ...good, picture: '"><script>' })
  t.equal(doubtOf(without, 'sender_city'), '', 'without a picture there is no paper note')
})
