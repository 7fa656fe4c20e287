/** What a signature covers, and the signatures. */
export interface Signed {
  readonly id: string
  readonly timestamp: string
  /** `v1,<base64>` each, a space between them */
  readonly signatures: string
  readonly body: Uint8Array
}

const MOST_SIGNATURES = 10

/** Why none of the signatures was made with any of the secrets; `undefined` when one was. */
export async function signatureFault(
  { id, timestamp, signatures, body }: Signed,
  secrets: readonly string[],
): Promise<string | undefined> {
  const head = new TextEncoder().encode(`${id}.${timestamp}.`)
  const content = new Uint8Array(head.length + body.length)
  content.set(head)
  content.set(body, head.length)
  const given = signatures.split(' ').slice(0, MOST_SIGNATURES).flatMap(bytesOfSignature)
  for (const secret of secrets) {
    const key = await keyOf(secret)
    for (const signature of given)
      if (await crypto.subtle.verify('HMAC', key, signature, content)) return undefined
  }
  return 'no signature was made with the secret: the request is another’s, or its body was changed on the way'
}

async function keyOf(secret: string): Promise<CryptoKey> {
  const bytes = bytesOf(secret.replace(/^whsec_/, ''))
  if (bytes === undefined || bytes.length === 0)
    throw new TypeError('the secret is not as the service gave it: whsec_…')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

function bytesOfSignature(text: string): readonly Uint8Array<ArrayBuffer>[] {
  const [, base64] = /^v1,(.+)$/.exec(text) ?? []
  const bytes = base64 === undefined ? undefined : bytesOf(base64)
  return bytes === undefined ? [] : [bytes]
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}
