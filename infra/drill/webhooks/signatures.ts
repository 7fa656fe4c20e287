import type { IncomingHttpHeaders } from 'node:http'
import { Webhook } from 'standardwebhooks'

/** How long an attempt may go on with what was read before a rotation: longer than any attempt takes. */
const OLD_ATTEMPT_MS = 20_000

/** An endpoint's secret, before and after its rotation, and which of them its notifications were signed with. */
export class Signatures {
  readonly #current: Webhook
  #next: Webhook | undefined
  #rotatedAt = Number.POSITIVE_INFINITY
  readonly counts = { current: 0, both: 0, next: 0, nobody: 0, stale: 0 }

  constructor(secret: string) {
    this.#current = new Webhook(secret)
  }

  rotate(secret: string): void {
    this.#next = new Webhook(secret)
    this.#rotatedAt = Date.now()
  }

  get isRotated(): boolean {
    return this.#next !== undefined
  }

  /** An attempt that was answered before this knew of the new secret carries the former one's signature as well. */
  check(body: Buffer, headers: IncomingHttpHeaders): void {
    const current = verifies(this.#current, body, headers)
    const next = this.#next !== undefined && verifies(this.#next, body, headers)
    this.counts[current ? (next ? 'both' : 'current') : next ? 'next' : 'nobody']++
    if (current && !next && Date.now() - this.#rotatedAt > OLD_ATTEMPT_MS) this.counts.stale++
  }
}

function verifies(webhook: Webhook, body: Buffer, headers: IncomingHttpHeaders): boolean {
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature']
  try {
    webhook.verify(body.toString(), Object.fromEntries(names.map((name) => [name, String(headers[name])])))
    return true
  } catch {
    return false
  }
}
