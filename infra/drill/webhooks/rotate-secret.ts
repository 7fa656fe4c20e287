import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { Type } from '@sinclair/typebox'
import { bodyOf } from '../../harness/body-of.js'
import type { Subscriber } from './subscriber.js'

const TRIES = 100
const PAUSE_MS = 200

const rotated = Type.Object({ secret: Type.String() })

/** Gives an endpoint a new secret; asks again, with the same key, as long as nobody answers. */
export async function rotateSecret(service: string, { id, company, signatures }: Subscriber): Promise<void> {
  const request = {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-api-key': company.key,
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ overlap_hours: 1 }),
  }
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const answer = await fetch(`${service}/api/webhooks/${id}/rotate-secret`, request).catch(() => undefined)
    if (answer?.ok) return signatures.rotate((await bodyOf(answer, rotated)).secret)
    if (answer && answer.status !== 503)
      throw new Error(`rotating answered ${answer.status}: ${await answer.text()}`)
    await delay(PAUSE_MS)
  }
  throw new Error('nobody answered the rotation of a secret')
}
