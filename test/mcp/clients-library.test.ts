import * as oauth from 'oauth4webapi'
import { test } from 'tap'
import { listeningSite } from '../support/site.js'
import { type Visit, visitAt } from '../support/visit.js'
import { discovered, registered, walk } from './clients.js'

const CALLBACK = 'https://assistant.example/callback'

test('a client made of a generic library goes all the way, however it proves itself', async (t) => {
  const site = await listeningSite(t)
  const endpoint = new URL(`${site.siteUrl}/mcp`)
  const server = await discovered(endpoint)
  const person = visitAt(() => site.siteUrl)
  await person.send('/entrar', site.person)
  for (const token_endpoint_auth_method of ['none', 'client_secret_basic', 'client_secret_post'])
    await t.test(token_endpoint_auth_method, async (t) => {
      const metadata = { client_name: 'Web', redirect_uris: [CALLBACK], token_endpoint_auth_method }
      const client = await registered(server, metadata)
      t.equal(client.token_endpoint_auth_method, token_endpoint_auth_method)
      t.equal('client_secret' in client, token_endpoint_auth_method !== 'none')
      await walk(t, { server, client, endpoint, redirectUri: CALLBACK }, (wanted) => agree(person, wanted))
    })
  await t.test('and understands why it is turned away', async (t) => {
    const unknown = { client_id: '00000000-0000-4000-8000-000000000000' }
    const insecure = { [oauth.allowInsecureRequests]: true }
    const answer = await oauth.refreshTokenGrantRequest(server, unknown, oauth.None(), 'x', insecure)
    const refused = oauth.processRefreshTokenResponse(server, unknown, answer)
    t.match(await refused.catch((error: unknown) => error), { error: 'invalid_client', status: 401 })
    const registering = registered(server, { redirect_uris: ['http://evil.example/'] })
    t.match(await registering.catch((error: unknown) => error), { error: 'invalid_redirect_uri' })
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
