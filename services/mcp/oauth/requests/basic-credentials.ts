/** What a client says of itself in the header Authorization. */
export interface BasicCredentials {
  readonly id: string
  readonly secret: string
}

/**
 * Reads the header Authorization as a client sends it: scheme Basic, id and secret each encoded as in a form first (RFC 6749,
 * section 2.3.1). `undefined` when it is anything else.
 */
export function basicCredentials(authorization: string): BasicCredentials | undefined {
  const [, encoded] = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(authorization) ?? []
  if (encoded === undefined) return undefined
  const [, id, secret] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? []
  if (id === undefined || secret === undefined) return undefined
  try {
    return { id: formDecoded(id), secret: formDecoded(secret) }
  } catch {
    return undefined
  }
}

function formDecoded(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '))
}
