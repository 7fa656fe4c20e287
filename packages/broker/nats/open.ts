import type { Broker, Publisher } from '../port.js'

/** NATS JetStream as the broker. */
export interface NatsBroker extends Broker, Publisher {
  /** @throws BrokerUnavailable with a sentence about what is wrong */
  check(): Promise<void>
  /** Lets go of the connection. */
  close(): Promise<void>
}

/**
 * Opens NATS JetStream. It never throws: while no server can be used, operations reject with `BrokerUnavailable`, and
 * it goes on trying.
 *
 * @param options.servers URLs such as `nats://user:password@host:4222`
 * @param options.name of the connection, as the server shows it
 * @param options.onProblem told, once for each change, what is wrong; undefined: all is well again
 */
export function openNatsBroker(options: {
  readonly servers: readonly string[]
  readonly name: string
  readonly onProblem?: (sentence: string | undefined) => void
}): NatsBroker {
  throw new Error(`not there yet: ${options.name}`)
}
