import { createHmac, timingSafeEqual } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import type { Received } from './receiver.js'

/** Checks a request as its receiver would. Throws when it is not to be trusted, and says why. */
type Verify = (secret: string, request: Pick<Received, 'headers' | 'body'>) => void

const TOLERANCE_S = 5 * 60

/** Verifies a request as its receiver would, by an independent library on the raw bytes; returns the notification. */
export function verify(secret: string, { body, headers }: Pick<Received, 'body' | 'headers'>): unknown {
  const plain = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
  return new Webhook(secret).verify(body, plain)
}

/** Independent of each other, and of what signs. (Svix's own library verifies with `standardwebhooks` as well.) */
export const verifiers: Readonly<Record<string, Verify>> = {
  'the library standardwebhooks': verify,
  'a check written from the text of Standard Webhooks': verifyByTheText,
}

// "Standard Webhooks", version 1.0.0, sections "Verifying webhook authenticity" and "Signature scheme".
function verifyByTheText(secret: string, { body, headers }: Parameters<Verify>[1]): void {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    String(headers[`webhook-${name}`] ?? ''),
  )
  const age = Date.now() / 1_000 - Number(timestamp)
  if (!(age <= TOLERANCE_S)) throw new Error('timestamp too old')
  if (!(age >= -TOLERANCE_S)) throw new Error('timestamp too new')
  const content = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body])
  const expected = createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .update(content)
    .digest()
  if (!(signatures ?? '').split(' ').some((signature) => isSame(signature, expected)))
    throw new Error('no signature matches')
}

function isSame(signature: string, expected: Buffer): boolean {
  const [version, text = ''] = signature.split(',')
  const given = Buffer.from(text, 'base64')
  return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
}
