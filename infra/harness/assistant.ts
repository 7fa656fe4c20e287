import { createHash, randomBytes } from 'node:crypto'
import { Type } from '@sinclair/typebox'
import type { Person } from './person.js'
import { bodyOf } from './requests.js'

const registration = Type.Object({ client_id: Type.String() })
const tokens = Type.Object({ access_token: Type.String() })

/** Registers a client that its person is led back to at an address; its id. */
export async function register(site: string, redirectUri: string): Promise<string> {
  const answer = await fetch(`${site}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_name: 'Conformance',
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: 'none',
    }),
  })
  return (await bodyOf(answer, registration)).client_id
}

/** An access token that a person has granted, by the way that every client goes. */
export async function accessToken(site: string, person: Person): Promise<string> {
  const redirect_uri = 'http://127.0.0.1/callback'
  const client_id = await register(site, redirect_uri)
  const code_verifier = randomBytes(32).toString('base64url')
  const asked = new URLSearchParams({
    response_type: 'code',
    client_id,
    redirect_uri,
    code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const back = new URL(await person.agree(`/oauth/authorize?${asked}`))
  const code = back.searchParams.get('code') ?? ''
  const body = { grant_type: 'authorization_code', client_id, code, redirect_uri, code_verifier }
  const answer = await fetch(`${site}/oauth/token`, { method: 'POST', body: new URLSearchParams(body) })
  return (await bodyOf(answer, tokens)).access_token
}
