import { createExample } from '@ecmr/contract'
import t from 'tap'
import { buildTestApi } from '../support/api.js'

const { haulier } = await buildTestApi(t)
const national = { ...createExample, sender_country: 'ES', receiver_country: 'ES' } as const
const inEnglish = { 'accept-language': 'en' }

t.test('a record says which regime applies and what it lacks, in the client’s language', async (t) => {
  const note = await haulier.create({ ...national, sender_tax_id: 'B12345678' })
  t.match(note.compliance, {
    cmr: { applies: 'no', complete: true, missing: [] },
    deca: {
      applies: 'yes',
      complete: false,
      missing: [
        {
          field: 'carrier_company_name',
          article: 'FOM/2861/2012 6.b',
          letter: 'b',
          responsible: 'shipper',
          severity: 'missing',
          sentence:
            'Falta «Transportista: nombre o razón social», que aporta el cargador contractual (FOM/2861/2012 6.b).',
        },
      ],
      doubtful: [
        {
          field: 'sender_tax_id',
          severity: 'doubtful',
          sentence:
            '«Remitente: NIF» no tiene la forma o el dígito de control de un NIF de su país: compruébelo.',
        },
      ],
      letters: [
        { letter: 'a', state: 'given' },
        { letter: 'b', state: 'missing', value: null },
      ],
    },
    retain_until: null,
    deadlines: [],
  })
  t.equal(note.compliance.deca.letters.length, 8)
  const english = await haulier.call('GET', `/api/ecmrs/${note.id}`, undefined, inEnglish)
  t.match(english.record().compliance.deca.missing, [
    {
      sentence:
        '“Carrier: company name” is missing; the contracting shipper provides it (FOM/2861/2012 6.b).',
    },
  ])
})

t.test(
  'from delivery on it says what the law counts from there, with the holidays of the country',
  async (t) => {
    const { id } = await haulier.create({ sender_country: 'FR', receiver_country: 'ES' })
    await haulier.call('PATCH', `/api/ecmrs/${id}`, { status: 'delivered' })
    const { compliance, delivered_at = '' } = (
      await haulier.call('GET', `/api/ecmrs/${id}`, undefined, inEnglish)
    ).record()
    t.match(compliance.deadlines, [
      {
        article: 'CMR 30.1',
        kind: 'reservations',
        starts_at: delivered_at,
        sentence: /public holidays \(CMR art\. 30\.1\)\.$/,
      },
      { article: 'CMR 30.3', kind: 'delay', starts_at: delivered_at },
      { article: 'CMR 20.1', kind: 'presumed_lost' },
    ])
    t.match(compliance.retain_until, /^\d{4}-\d\d-\d\d$/)
  },
)

t.test('a dry run judges by the same rules', async (t) => {
  const answer = await haulier.call('POST', '/api/ecmrs/validate', national, inEnglish)
  t.match(answer.json(), {
    valid: true,
    compliance: { cmr: { applies: 'no' }, deca: { applies: 'yes', doubtful: [] }, retain_until: null },
  })
})
