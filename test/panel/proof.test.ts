import { verifyProof } from '@ecmr/evidence/verifier'
import t from 'tap'
import { unpacked } from '../evidence/attacks/edited.js'
import { memoryEvidence } from '../support/memory-evidence.js'
import { buildTestPanel, SITE_URL } from '../support/panel.js'
import { delay, noteWriter } from './ground.js'

const evidence = memoryEvidence(() => panel.store)
const panel = await buildTestPanel(t, () => ({ evidence }))
const { create, write } = noteWriter(panel)
const lucia = await panel.person(panel.haulier, 'member')

/** As `open` does it, with the bytes. */
const download = (url: string) =>
  panel.app.inject({
    url,
    headers: {
      host: new URL(SITE_URL).host,
      cookie: [...lucia.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    },
  })

t.test('the proof is on the note’s page, as it is and as it was', async (t) => {
  const note = await write(await create({ reference: 'PO-1' }), delay('Nieve', 'incident-1'))
  for (const [query, address, version] of [
    ['', `/ecmrs/${note.id}/prueba`, 2],
    ['?version=1', `/ecmrs/${note.id}/prueba?version=1`, 1],
  ] as const) {
    const page = await lucia.open(`/ecmrs/${note.id}${query}`)
    t.match(page.html, `href="${address}" download`)
    t.match(
      page.text,
      version === 1 ? 'tal como estaba entonces' : 'esta carta de porte, su historial y sus documentos',
    )
    const { statusCode: status, headers, rawPayload: bytes } = await download(address)
    t.match([status, headers['content-type']], [200, 'application/zip'])
    t.match(await verifyProof(new Uint8Array(bytes)), { ok: true, note: { id: note.id, version } })
    t.match(unpacked(bytes).get('README.txt')?.toString(), 'tribunal')
  }
})

t.test('what stands in the way is said on a page', async (t) => {
  const { id } = await create()
  evidence.isSealing = false
  t.match(await lucia.open(`/ecmrs/${id}/prueba`), { status: 503, headers: { 'retry-after': '2' } })
  const without = await buildTestPanel(t)
  const note = await noteWriter(without).create()
  const owner = await without.person(without.haulier)
  t.match(await owner.open(`/ecmrs/${note.id}/prueba`), { status: 503, text: /EVIDENCE_KEY_FILE/ })
  t.notMatch((await owner.open(`/ecmrs/${note.id}`)).text, 'Prueba verificable')
})
