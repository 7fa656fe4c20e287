import { createServer, request } from 'node:http'
import { freePort } from '@ecmr/runtime'
import type { Page } from 'playwright-core'
import type { Test } from 'tap'
import { noteWriter, signedBy } from '../panel/ground.js'
import { accessibilityFaults } from '../support/accessibility.js'
import { testInChromium, testSiteInChromium } from '../support/chromium.js'
import { buildTestPanel } from '../support/panel.js'

const news = (page: Page) => page.locator('.live [data-news]')

testInChromium(
  'two tabs change the same note: each learns what the other did',
  async ({ t, panel, open }) => {
    const { create } = noteWriter(panel)
    const [lucia, james] = [await panel.person(panel.haulier), await panel.person(panel.haulier, 'member')]
    const note = await create()
    const [hers, his] = [await open({ as: lucia }), await open({ as: james, device: 'phone' })]
    await hers.goto(`/ecmrs/${note.id}`)
    await his.goto(`/idioma/en?siguiente=/ecmrs/${note.id}`)
    const sign = async (page: Page, role: string, name: string): Promise<void> => {
      await page.goto(`/ecmrs/${note.id}/firmar?rol=${role}`)
      await page.locator('[name=method][value=typed]').check()
      await page.locator('[name=signer_name]').fill(name)
      await page.locator('form[data-signing] .button-primary').click()
      await page.waitForURL(`**/ecmrs/${note.id}`)
    }
    await sign(hers, 'sender', 'Ana Ruiz')
    await his.getByText('This note has changed').waitFor()
    t.same(await accessibilityFaults(his), [])
    t.notMatch(await his.content(), 'Ana Ruiz', 'nothing moves until he asks for it')
    t.ok(await news(hers).isHidden(), 'what a user does is no news on the page that follows')
    await news(his).getByRole('link', { name: 'Show' }).click()
    await his.getByText('Ana Ruiz').first().waitFor()
    await sign(his, 'carrier', 'Luis Gómez')
    await hers.getByText('Esta carta de porte ha cambiado').waitFor()
  },
)

testInChromium('the list and the front page count what has changed', async ({ t, panel, open }) => {
  const { create, write } = noteWriter(panel)
  const lucia = await panel.person(panel.haulier)
  const note = await create()
  const [list, home] = [await open({ as: lucia }), await open({ as: lucia, colours: 'dark' })]
  await list.goto('/ecmrs')
  await home.goto('/')
  await write(await create({}, panel.rival), signedBy('sender'))
  await write(note, signedBy('sender'))
  for (const page of [list, home]) {
    await page.bringToFront()
    await page.getByText('1 cambio', { exact: true }).waitFor()
  }
  const other = await create()
  await list.bringToFront()
  await list.getByText('2 cambios', { exact: true }).waitFor()
  t.same(await accessibilityFaults(list), [])
  await news(list).getByRole('link', { name: 'Mostrar' }).click()
  await list.getByText(other.ecmr_number).waitFor()
  t.ok(await news(list).isHidden())
})

testInChromium('a page whose session ends says so', async ({ t, panel, open }) => {
  const { create } = noteWriter(panel)
  const lucia = await panel.person(panel.haulier)
  const note = await create()
  const page = await open({ as: lucia })
  const streaming = page.waitForResponse(/\/cambios/)
  await page.goto(`/ecmrs/${note.id}`)
  await streaming
  await lucia.send('/salir', {}, { from: '/cuenta' })
  await page.getByText('Su sesión ha terminado.').waitFor()
  t.same(await accessibilityFaults(page), [])
  await page.locator('.live').getByRole('link', { name: 'Entrar' }).click()
  await page.waitForURL(`/entrar?siguiente=${encodeURIComponent(`/ecmrs/${note.id}`)}`)
})

testInChromium('without scripts a page is as it was', async ({ t, panel, open }) => {
  const { create } = noteWriter(panel)
  const note = await create()
  const page = await open({ as: await panel.person(panel.haulier), scripts: false })
  for (const path of ['/', '/ecmrs', `/ecmrs/${note.id}`]) {
    await page.goto(path)
    t.equal(await page.locator('.live').innerText(), '', path)
  }
})

testSiteInChromium(
  'behind a proxy that keeps back what it is sent, pages ask by themselves',
  bufferedSite,
  async ({ t, site: { panel }, open }) => {
    const { create, write } = noteWriter(panel)
    const note = await create()
    const page = await open({ as: await panel.person(panel.haulier) })
    const asked = page.waitForResponse(
      async (answer) =>
        answer.url().includes('/cambios') && `${await answer.headerValue('content-type')}`.includes('json'),
      { timeout: 120_000 },
    )
    await page.goto('/ecmrs')
    await write(note, signedBy('sender'))
    await asked
    await page.getByText('1 cambio', { exact: true }).waitFor()
    t.pass()
  },
)

/** A panel behind a proxy that passes on each answer when it is complete, and not before. */
async function bufferedSite(t: Test) {
  const port = await freePort()
  const siteUrl = `http://localhost:${port}`
  const panel = await buildTestPanel(t, () => ({ siteUrl }))
  const behind = new URL(await panel.app.listen({ host: '127.0.0.1', port: 0 }))
  const proxy = createServer((incoming, outgoing) => {
    const passedOn = request(
      {
        host: behind.hostname,
        port: behind.port,
        path: incoming.url,
        method: incoming.method,
        headers: incoming.headers,
      },
      (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('end', () => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
          outgoing.end(Buffer.concat(parts))
        })
      },
    )
    passedOn.on('error', () => outgoing.destroy())
    outgoing.on('close', () => passedOn.destroy())
    incoming.pipe(passedOn)
  })
  await new Promise<void>((resolve) => proxy.listen(port, '127.0.0.1', resolve))
  t.teardown(
    () =>
      new Promise((resolve) => {
        proxy.closeAllConnections()
        proxy.close(resolve)
      }),
  )
  return { siteUrl, panel }
}
