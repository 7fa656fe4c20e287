import { leafOf } from '@ecmr/evidence'
import type { Page } from 'playwright-core'
import { create, edit } from '../domain/asks.js'
import { packed, replace, unpacked } from '../evidence/attacks/edited.js'
import { bundleOf, logOf, newSigner, told } from '../evidence/bundles.js'
import { accessibilityFaults } from '../support/accessibility.js'
import { testInChromium } from '../support/chromium.js'

const signer = newSigner()
const witness = newSigner('witness.example', 'cosignature/v1')
const story = told(create(), edit({ goods_weight_kg: 17_900 }))
const good = await bundleOf(logOf(story.events.map(leafOf), { signer, witnesses: [witness] }), story)
const changed = unpacked(good)
replace(changed, 'events.jsonl', '17900', '18500')

/** Drops a file as from the desktop. */
async function drop(page: Page, bytes: Uint8Array): Promise<void> {
  const transfer = await page.evaluateHandle(`(() => {
    const content = Uint8Array.from(atob('${Buffer.from(bytes).toString('base64')}'), (c) => c.charCodeAt(0))
    const dropped = new DataTransfer()
    dropped.items.add(new File([content], 'proof.zip'))
    return dropped
  })()`)
  await page.dispatchEvent('[data-drop]', 'drop', { dataTransfer: transfer })
}

testInChromium('a dropped proof is verified in the browser, and nothing is sent', async ({ t, open }) => {
  const page = await open()
  const answer = await page.goto('/verificar')
  t.notMatch(answer?.headers()['content-security-policy'], /connect-src/)
  t.match(answer?.headers()['content-security-policy'], /default-src 'none'/, 'it may connect to nothing')
  await page.getByText('También puede arrastrarlo').waitFor()
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))

  await drop(page, good)
  await page.getByRole('heading', { name: 'La prueba es válida' }).waitFor()
  t.match(await page.getByRole('status').innerText(), /ECMR-2026-000000000-0, versión 2/)
  t.match(await page.getByRole('status').innerText(), /La clave del registro procede de la propia prueba/)
  await page.getByLabel('Claves del registro').fill(`${signer.vkey}\n${witness.vkey}`)
  await page.getByLabel('Claves del registro').blur()
  await page.getByText(`${witness.vkey} (indicada por usted)`).waitFor()
  t.notMatch(await page.getByRole('status').innerText(), /procede de la propia prueba/)
  t.same(await accessibilityFaults(page), [])
  await drop(page, packed(changed))
  await page.getByRole('heading', { name: 'La prueba no es válida' }).waitFor()
  t.match(
    await page.getByRole('status').innerText(),
    /events\.jsonl: was changed: its SHA-256 is not the manifest’s\./,
  )
  t.same(requests, [])
})

testInChromium('without scripts the page says how to verify on the command line', async ({ t, open }) => {
  const page = await open({ scripts: false, language: 'en', device: 'phone' })
  await page.goto('/verificar')
  t.match(await page.locator('main').innerText(), /This page needs JavaScript/)
  t.ok(await page.getByText('node verify.mjs proof-ECMR').isVisible())
  t.notOk(await page.locator('input[type=file]').isVisible())
})
