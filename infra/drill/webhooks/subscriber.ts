import type { Company } from '../operator.js'
import { subscribe } from '../subscribe.js'
import { Arrivals } from './arrivals.js'
import type { Manner } from './manner.js'
import { Signatures } from './signatures.js'

/** Every event that a webhook can be told of. */
export const allEvents = ['ecmr.created', 'ecmr.signed', 'ecmr.delivered', 'ecmr.incidencia'] as const

/** An endpoint of a company, with what it received. */
export interface Subscriber {
  readonly name: string
  readonly company: Company
  readonly id: string
  readonly manner: () => Manner
  readonly arrivals: Arrivals
  readonly signatures: Signatures
}

export interface Wish {
  /** the path that it is called at */
  readonly name: string
  readonly company: Company
  readonly manner: () => Manner
  readonly maxPerSecond?: number
}

/**
 * Registers an endpoint for all events.
 *
 * @param service where the API is
 * @param origin where the receiver is
 */
export async function newSubscriber(service: string, origin: string, wish: Wish): Promise<Subscriber> {
  const { name, company, manner, maxPerSecond } = wish
  const rate = maxPerSecond === undefined ? {} : { max_per_second: maxPerSecond }
  const body = { url: `${origin}/${name}`, events: allEvents, ...rate }
  const { id, secret } = await subscribe(service, company.key, body)
  return { name, company, id, manner, arrivals: new Arrivals(), signatures: new Signatures(secret) }
}
