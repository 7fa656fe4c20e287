import { test } from 'tap'
import { listeningSite } from '../support/site.js'
import { type Visit, visitAt } from '../support/visit.js'
import { discovered, registered, walk } from './clients-generic.js'

const CALLBACK = 'https://assistant.example/callback'

test('a client with a secret proves itself in either way that it may choose', async (t) => {
  const site = await listeningSite(t)
  const endpoint = new URL(`${site.siteUrl}/mcp`)
  const server = await discovered(endpoint)
  const person = visitAt(() => site.siteUrl)
  await person.send('/entrar', site.person)
  for (const token_endpoint_auth_method of ['client_secret_basic', 'client_secret_post'])
    await t.test(token_endpoint_auth_method, async (t) => {
      const metadata = { client_name: 'Web', redirect_uris: [CALLBACK], token_endpoint_auth_method }
      const client = await registered(server, metadata)
      t.match(client, { client_secret: /^ecmr_cs_/, token_endpoint_auth_method })
      await walk(t, { server, client, endpoint, redirectUri: CALLBACK }, (wanted) => agree(person, wanted))
    })
})

/** Agrees as a browser without scripts would; where it is led back to. */
async function agree(person: Visit, { pathname, search }: URL): Promise<URL> {
  const path = `${pathname}${search}`
  const page = await person.open(path)
  const [, question = ''] = /name="question" value="([^"]+)"/.exec(page.html) ?? []
  const answered = await person.send(path, { question, answer: 'grant' }, { token: page.formToken ?? '' })
  return new URL(answered.location ?? '')
}
