/** What an assistant may be granted. There is one scope: reading what belongs to the company. */
export const oauthScopes = ['ecmr:read'] as const
export type OauthScope = (typeof oauthScopes)[number]
