import { authenticateClient, type ClientProof, type OauthClient } from '@ecmr/accounts/oauth'
import type { FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import { Refusal } from '../../refusal.js'
import { basicCredentials } from './basic-credentials.js'
import type { Form } from './form.js'

/** The client that sends a request, which it proves in the way that it has registered for. Throws a refusal otherwise. */
export async function clientOf(pool: Pool, request: FastifyRequest, form: Form): Promise<OauthClient> {
  const { authorization } = request.headers
  const proof = authorization === undefined ? proofInForm(form) : proofInHeader(authorization, form)
  const client = await authenticateClient(pool, proof)
  if (client === undefined) throw invalidClient(authorization !== undefined)
  return client
}

function proofInForm(form: Form): ClientProof {
  const id = form.take('client_id')
  const secret = form.find('client_secret')
  return secret === undefined ? { id, method: 'none' } : { id, method: 'client_secret_post', secret }
}

function proofInHeader(authorization: string, form: Form): ClientProof {
  const credentials = basicCredentials(authorization)
  if (credentials === undefined) throw invalidClient(true)
  if (form.find('client_secret') !== undefined)
    throw new Refusal(
      400,
      'Send the secret in one way only: in the header Authorization or as client_secret.',
    )
  if ((form.find('client_id') ?? credentials.id) !== credentials.id)
    throw new Refusal(400, 'client_id names another client than the header Authorization.')
  return { ...credentials, method: 'client_secret_basic' }
}

/** A challenge is for those who have tried the header: with one, a browser would ask its user for a password. */
function invalidClient(hasTriedHeader: boolean): Refusal {
  const sentence =
    'The client is unknown, its secret is wrong, or it has registered for another token_endpoint_auth_method. Register again if it was not used for long.'
  return new Refusal(401, sentence, {
    code: 'invalid_client',
    ...(hasTriedHeader && { headers: { 'www-authenticate': 'Basic realm="oauth"' } }),
  })
}
