import { BrokerUnavailable } from '../port.js'
import { sentenceFor } from './problems.js'
import { parseServer } from './server.js'
import { openSession, type Session } from './session.js'
import { EVENTS } from './subject.js'
import { streamOf } from './topology.js'

/** What a NATS server says of itself and of the stream of events. */
export interface NatsLook {
  /** `host:port` */
  readonly where: string
  readonly version: string
  /** bytes on disk that the account may use, and uses; -1: no limit */
  readonly storage: { readonly most: number; readonly used: number }
  /** the stream that holds events until they are handled; absent: it is not there yet */
  readonly events?: {
    readonly name: string
    readonly messages: number
    readonly bytes: number
    /** -1: no limit */
    readonly mostBytes: number
    /** -1: no limit */
    readonly mostMessages: number
    readonly replicas: number
  }
}

/**
 * Looks at the first of some NATS servers that can be used, over a connection of its own. Nothing is created.
 *
 * @param servers URLs such as `nats://user:password@host:4222`
 * @throws BrokerUnavailable with a sentence about each server, when none can be used
 */
export async function lookAtNats(servers: readonly string[], signal: AbortSignal): Promise<NatsLook> {
  const faults: string[] = []
  for (const server of servers.map(parseServer)) {
    try {
      const session = await openSession(server, 'ecmr doctor', signal)
      try {
        return await lookAround(session)
      } finally {
        await session.nc.close()
      }
    } catch (error) {
      faults.push(sentenceFor(error, server.where))
    }
  }
  throw new BrokerUnavailable(faults.join(' '))
}

async function lookAround({ nc, jsm, where }: Session): Promise<NatsLook> {
  const account = await jsm.getAccountInfo()
  const events = await streamOf(jsm, EVENTS)
  return {
    where,
    version: nc.info?.version ?? 'of unknown version',
    storage: { most: account.limits.max_storage, used: account.storage },
    ...(events && {
      events: {
        ...{ name: EVENTS, messages: events.state.messages, bytes: events.state.bytes },
        mostBytes: events.config.max_bytes,
        mostMessages: events.config.max_msgs,
        replicas: events.config.num_replicas,
      },
    }),
  }
}
