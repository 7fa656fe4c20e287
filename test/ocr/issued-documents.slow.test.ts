import { type DocumentInput, documentContent, openDocumentRenderer } from '@ecmr/documents'
import type { EcmrFields } from '@ecmr/domain'
import { type DocumentReading, documentFile, openDocumentReader } from '@ecmr/ocr'
import t from 'tap'
import { created, inputOf } from '../documents/support/stories.js'

const log = { info: () => undefined, warn: () => undefined }
const bounds = { answerMs: 240_000 }
const reader = openDocumentReader({ engine: { kind: 'tesseract' }, processes: 1, log, bounds })
const renderer = openDocumentRenderer({ processes: 1, log })
t.teardown(() => Promise.all([reader.close(), renderer.close()]))

/** What is read of the document that is issued of a note. */
async function readBack(input: DocumentInput): Promise<DocumentReading> {
  const signal = AbortSignal.timeout(240_000)
  const { bytes } = await renderer.render(documentContent(input), { companyId: 'one', signal })
  const checked = documentFile(`data:application/pdf;base64,${Buffer.from(bytes).toString('base64')}`)
  if (!checked.ok) throw new Error(checked.fault.code)
  const outcome = await reader.read({ files: [checked.file], companyId: 'one', signal })
  if (!outcome.ok) throw new Error(outcome.fault.code)
  return outcome.reading
}

const given = ({ fields }: DocumentReading): Readonly<Record<string, unknown>> =>
  Object.fromEntries(fields.flatMap(({ name, value }) => (value === null ? [] : [[name, value]])))

const stated = {
  transport_type: 'international',
  sender_company_name: 'Aceites del Sur S.L.',
  sender_address: 'Polígono La Negrilla, calle Arquímedes 14',
  sender_postal_code: '41016',
  sender_city: 'Sevilla',
  sender_country: 'ES',
  sender_tax_id: 'B41000001',
  receiver_company_name: 'Épicerie Durand SARL',
  receiver_address: '12 rue des Carmes',
  receiver_postal_code: '31000',
  receiver_city: 'Toulouse',
  receiver_country: 'FR',
  carrier_company_name: 'Transportes Guadalquivir S.A.',
  carrier_address: 'Avenida de la Logística 3',
  carrier_postal_code: '41703',
  carrier_city: 'Dos Hermanas',
  carrier_country: 'ES',
  vehicle_plate: '1234 LMN',
  trailer_plate: 'R-5678-BCD',
  pickup_address: 'Muelle 4, Polígono La Negrilla',
  pickup_city: 'Sevilla',
  pickup_country: 'ES',
  pickup_date: '2026-12-01',
  pickup_time_from: '08:00',
  pickup_time_to: '12:00',
  delivery_address: '12 rue des Carmes',
  delivery_postal_code: '31000',
  delivery_city: 'Toulouse',
  delivery_country: 'FR',
  delivery_date: '2026-12-03',
  goods_description: 'Aceite de oliva virgen extra en botellas de vidrio',
  goods_marks: 'ADS 1–20',
  goods_packages: 20,
  goods_packaging: 'Palés retractilados',
  goods_weight_kg: 14800.5,
  goods_volume_m3: 28.8,
  reference: 'PED-2026-0417',
  seal_numbers: ['ES-002214', 'ES-002215'],
  documents: ['Factura 2026/1180', 'Albarán 5521', 'Certificado de origen'],
  instructions: 'Descargar con carretilla. No apilar más de dos alturas.',
  customs_instructions: 'Mercancía de la Unión: sin formalidades.',
  special_agreements: 'El retorno de palés vacíos corre a cargo del transportista.',
  cod_amount: '2500.00',
  cod_currency: 'EUR',
  issue_place: 'Sevilla',
  issue_date: '2026-11-30',
} satisfies Partial<EcmrFields>

/** Those of the values that were read, as they should be. */
const asStated = (values: object, read: object): object =>
  Object.fromEntries(Object.entries(values).filter(([name]) => name in read))

t.test('all that a consignment note states is read back from its document', async (t) => {
  const reading = await readBack(inputOf([[created(stated)]]))
  t.match(reading, { document_type: 'cmr', pages: [{ text: 'text_layer' }] })
  const { transport_type, ...printed } = stated
  t.same(given(reading), printed, transport_type)
})

t.test('where a note states nothing, no caption is read as a value', async (t) => {
  const few = {
    transport_type: 'international',
    sender_company_name: stated.sender_company_name,
    sender_address: stated.sender_address,
    sender_city: stated.sender_city,
    receiver_company_name: stated.receiver_company_name,
    receiver_address: stated.receiver_address,
    receiver_city: stated.receiver_city,
    goods_description: stated.goods_description,
    pickup_date: stated.pickup_date,
  } as const
  const read = given(await readBack(inputOf([[created(few)]])))
  const places = { pickup_address: few.sender_address, delivery_address: few.receiver_address }
  const towns = { pickup_city: few.sender_city, delivery_city: few.receiver_city }
  t.same(read, asStated({ ...few, ...places, ...towns }, read))
  t.match(read, { sender_company_name: few.sender_company_name, pickup_date: few.pickup_date })
})

t.test('what a control document states of its note is read back', async (t) => {
  const national = {
    ...stated,
    transport_type: 'national',
    receiver_country: 'ES',
    delivery_country: 'ES',
  } as const
  const reading = await readBack(inputOf([[created(national)]], { kind: 'deca' }))
  t.equal(reading.document_type, 'deca')
  // Where and when it was made up and customs are not sought, and a list goes on from line to line.
  const { issue_place, issue_date, customs_instructions, documents, ...printed } = national
  const { documents: listed, ...read } = given(reading)
  t.same(read, printed, `without ${issue_place}, ${issue_date} and ${customs_instructions}`)
  t.same(listed, [documents.join(' ')])
})
