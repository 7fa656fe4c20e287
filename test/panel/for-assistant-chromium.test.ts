import { setPlan } from '@ecmr/accounts'
import { listGrants, openReadingLink, READING_LINK_PATH } from '@ecmr/accounts/oauth'
import { actingFor } from '@ecmr/domain'
import { freePort } from '@ecmr/runtime'
import tap from 'tap'
import { accessibilityFaults } from '../support/accessibility.js'
import { testSiteInChromium } from '../support/chromium.js'
import { buildTestPanel, operator } from '../support/panel.js'
import { outcomeOf, paperReader } from '../support/paper-reader.js'
import { letIn, newClient } from './connect-client.js'
import { drawnPaper } from './drawn-paper.js'
import { paperReading } from './paper-office.js'

const picture = drawnPaper([['Aceites del Sur SL', [0.1, 0.05, 0.4, 0.03]]])
const file = { name: 'cmr.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(picture.jpeg) }

const words = {
  es: {
    read: 'Leer la imagen',
    done: 'Vuelva a su asistente',
    used: 'Este enlace ya se ha usado',
    help: 'Ver los asistentes conectados',
  },
  en: {
    read: 'Read picture',
    done: 'Go back to your assistant',
    used: 'This link has already been used',
    help: 'View connected assistants',
  },
} as const

let listening: ReturnType<typeof listen> | undefined

/** One panel for all tests of this file, with an owner whose assistant is connected, and how that asks for a document. */
async function listen() {
  const port = await freePort()
  const siteUrl = `http://localhost:${port}`
  const documents = paperReader(() => outcomeOf(paperReading))
  const panel = await buildTestPanel(tap, () => ({ siteUrl, documents }))
  const { pool, haulier } = panel
  await setPlan(pool, haulier.id, 'pro', operator)
  await panel.app.listen({ host: '127.0.0.1', port })
  const lucia = await panel.person(haulier)
  const client = await newClient(pool, 'Asistente')
  await letIn(pool, lucia.user, client)
  const company = actingFor(haulier.id)
  const [grant] = await listGrants(pool, company)
  if (grant === undefined) throw new Error('nothing was granted')
  const asked = {
    grantId: grant.id,
    company: { ...haulier, id: company },
    user: lucia.user,
    client,
    isPlanGood: true,
    lacksSecondFactor: false,
    scopes: grant.scopes,
    resource: `${siteUrl}/mcp`,
    connected_at: grant.created_at,
    grant_expires_at: grant.expires_at,
    token_expires_at: grant.expires_at,
  }
  const link = async (): Promise<string> => {
    const opened = await openReadingLink(pool, asked, undefined)
    if (!opened.ok) throw new Error('too many links')
    return `${READING_LINK_PATH}/${opened.token}`
  }
  return { siteUrl, lucia, link }
}

const bring = (): ReturnType<typeof listen> => {
  listening ??= listen()
  return listening
}

for (const device of ['phone', 'desktop'] as const)
  for (const language of ['es', 'en'] as const)
    for (const scripts of [true, false])
      testSiteInChromium(
        `a document is sent to an assistant: ${device}, ${language}${scripts ? '' : ', without scripts'}`,
        bring,
        async ({ t, site, open }) => {
          const page = await open({ as: site.lucia, device, language, scripts })
          const said = words[language]
          const path = await site.link()
          const fits = async (): Promise<void> => {
            const { width } = page.viewportSize() ?? { width: 0 }
            await page.waitForLoadState()
            t.equal(await page.evaluate('document.documentElement.scrollWidth'), width, 'it fits the screen')
            if (scripts) t.same(await accessibilityFaults(page), [])
          }
          await page.goto(`/idioma/${language}?siguiente=${encodeURIComponent(path)}`)
          await fits()
          const button = page.getByRole('button', { name: said.read })
          const press = (): Promise<void> => (device === 'phone' ? button.tap() : button.click())
          // Sent without a picture it is asked for again, and the link still works.
          await press()
          await page.locator('.field-faulty #f-image').waitFor()
          await fits()
          await page.locator(device === 'phone' ? '#f-camera' : '#f-image').setInputFiles(file)
          // It moves the button down.
          if (scripts) await page.locator('.paper-chosen').waitFor()
          await press()
          await page.getByText(said.done).waitFor()
          await fits()
          t.equal(await page.getByRole('link', { name: said.help }).getAttribute('href'), '/conectar-ia')
          await page.goto(path)
          t.equal(await page.locator('h1').innerText(), said.used)
          await fits()
        },
      )
