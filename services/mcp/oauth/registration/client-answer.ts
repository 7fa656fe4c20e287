import { type OauthClient, oauthScopes } from '@ecmr/accounts/oauth'

/** The answer to a client's registration: its data as stored, which may differ from the request (RFC 7591, section 3.2.1). */
export function clientAnswer(client: OauthClient, secret: string | undefined) {
  const { application_type, client_uri, software_id, software_version } = client
  return {
    client_id: client.id,
    client_id_issued_at: Math.floor(Date.parse(client.created_at) / 1_000),
    // It ends with the client, which is deleted when it is not used.
    ...(secret !== undefined && { client_secret: secret, client_secret_expires_at: 0 }),
    client_name: client.name,
    redirect_uris: client.redirect_uris,
    token_endpoint_auth_method: client.auth_method,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    scope: oauthScopes.join(' '),
    ...(application_type !== null && { application_type }),
    ...(client_uri !== null && { client_uri }),
    ...(software_id !== null && { software_id }),
    ...(software_version !== null && { software_version }),
  }
}
