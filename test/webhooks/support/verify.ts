import { Webhook } from 'standardwebhooks'
import type { Received } from './receiver.js'

/** Verifies a request as its receiver would, by an independent library on the raw bytes; throws when it is no good. */
export function verify(secret: string, { body, headers }: Pick<Received, 'body' | 'headers'>): unknown {
  const plain = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
  return new Webhook(secret).verify(body, plain)
}
