import { createHash } from 'node:crypto'
import { findSession, logInAs, type User } from '@ecmr/accounts'
import { grantAccess, type OauthClient, redeemCode, registerClient } from '@ecmr/accounts/oauth'
import type { Pool } from 'pg'
import { SITE_URL } from '../support/panel.js'
import type { Page, Visit } from '../support/visit.js'

/** Where an assistant in these tests is sent back to. */
export const CALLBACK = 'https://assistant.example/callback'
export const VERIFIER = 'v'.repeat(43)
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url')

let clients = 0

/** An assistant that has registered itself. */
export async function newClient(
  pool: Pool,
  name = 'Asistente',
  redirect_uris: readonly string[] = [CALLBACK],
): Promise<OauthClient> {
  clients += 1
  const said = { auth_method: 'none', application_type: null, client_uri: null } as const
  const registered = await registerClient(
    pool,
    { name, redirect_uris, ...said, software_id: null, software_version: null },
    { address: `198.51.${clients % 250}.1` },
  )
  if (!registered.ok) throw new Error('it could not register')
  return registered.client
}

/** The address that an assistant opens in a browser; a parameter that is changed to undefined is left out. */
export function authorizeUrl(
  client: Pick<OauthClient, 'id'>,
  changed: Readonly<Record<string, string | undefined>> = {},
): string {
  const parameters = {
    response_type: 'code',
    client_id: client.id,
    redirect_uri: CALLBACK,
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
    state: 'a state/of?its=own',
    ...changed,
  }
  const said = Object.entries(parameters).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, value]],
  )
  return `/oauth/authorize?${new URLSearchParams(said)}`
}

/** The parameters with which a page redirects back to a client. */
export function parametersOf({ location = '' }: Page): Readonly<Record<string, string>> {
  return Object.fromEntries(new URL(location).searchParams)
}

/** The link back to a client that is a web site: the user is asked instead of redirected. */
export function offeredBack({ status, location, html }: Page): URL {
  const [, href = ''] = /class="button" href="(https:[^"]+)" rel="noreferrer"/.exec(html) ?? []
  if (status !== 400 || location !== undefined || href === '') throw new Error('the page offers no way back')
  return new URL(href.replaceAll('&amp;', '&').replaceAll('&#39;', "'"))
}

/** The parameters that a client gets when the user follows that link. */
export function parametersOffered(page: Page): Readonly<Record<string, string>> {
  return Object.fromEntries(offeredBack(page).searchParams)
}

/** The fields of the form on a page that asks for consent, with an answer. */
export function answerOn({ html }: Page, answer: 'grant' | 'refuse'): Readonly<Record<string, string>> {
  const [, question = ''] = /name="question" value="([^"]+)"/.exec(html) ?? []
  return { question, answer }
}

/** Opens the page that an assistant leads to, and answers. */
export async function answerConsent(
  person: Visit,
  url: string,
  answer: 'grant' | 'refuse' = 'grant',
): Promise<Page> {
  const page = await person.open(url)
  return person.send(url, answerOn(page, answer), { token: page.formToken ?? '' })
}

/** How many grants a client has been given. */
export async function grantsOf(pool: Pool, { id }: Pick<OauthClient, 'id'>): Promise<number> {
  const { rowCount } = await pool.query('select from oauth.grants where client_id = $1', [id])
  return rowCount ?? 0
}

/** Grants an assistant access as a user does on the page, redeems the code for tokens, and returns the code. */
export async function letIn(pool: Pool, user: User, client: OauthClient): Promise<string> {
  const { token } = await logInAs(pool, user.id, { address: '127.0.0.1', userAgent: 'test' })
  const signedIn = await findSession(pool, token)
  const redirect_uri = client.redirect_uris[0] ?? CALLBACK
  const asked = { client, redirect_uri, scopes: ['ecmr:read'], resource: `${SITE_URL}/mcp` } as const
  const granted = signedIn && (await grantAccess(pool, signedIn, { ...asked, code_challenge: CHALLENGE }))
  if (granted === undefined) throw new Error('nothing was granted')
  const redeemed = { code: granted.code, redirect_uri, code_verifier: VERIFIER }
  const answer = await redeemCode(pool, client, redeemed)
  if (!answer.ok) throw new Error(answer.description)
  return granted.code
}
