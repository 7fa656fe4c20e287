import { EcmrClient, EcmrProblem } from '@ecmr/client'

const ecmr = new EcmrClient({
  baseUrl: process.env.ECMR_URL ?? 'http://localhost:8080',
  apiKey: process.env.ECMR_API_KEY ?? '',
})

const note = await ecmr.createEcmr({
  sender_company_name: 'Aceites del Sur SL',
  sender_address: 'Calle Mayor 1',
  sender_city: 'Jaén',
  receiver_company_name: 'Épicerie du Midi SARL',
  receiver_address: '12 rue de la République',
  receiver_city: 'Lyon',
  goods_description: '24 pallets of olive oil',
  pickup_date: '2026-12-01',
})
await ecmr.signEcmr(note.id, { role: 'carrier', signer_name: 'Ana Ejemplo', method: 'typed' })
await ecmr.editEcmr(note.id, ({ status }) => (status === 'delivered' ? undefined : { status: 'delivered' }))

const { status } = await ecmr.readTracking(note.ecmr_number)
console.log(`${note.ecmr_number} is ${status}`)
for await (const event of ecmr.listEcmrEvents(note.id)) console.log(event.recorded_at, event.type)

try {
  await ecmr.cancelEcmr(note.id, { reason: 'Ordered twice' })
} catch (error) {
  if (!(error instanceof EcmrProblem)) throw error
  console.log(`${error.code}: ${error.detail}`)
}
