/** What a key may be used for. */
export const scopes = ['ecmrs:read', 'ecmrs:write', 'webhooks', 'ocr'] as const
export type Scope = (typeof scopes)[number]
