import { Type } from '@sinclair/typebox'
import { bodyOf } from '../../harness/requests.js'

const EVENTS = 'ECMR_EVENTS'

const cluster = Type.Optional(Type.Object({ leader: Type.Optional(Type.String()) }))
const report = Type.Object({
  account_details: Type.Optional(
    Type.Array(
      Type.Object({
        stream_detail: Type.Optional(
          Type.Array(
            Type.Object({
              name: Type.String(),
              state: Type.Object({ messages: Type.Integer() }),
              config: Type.Object({ num_replicas: Type.Integer() }),
              cluster,
              consumer_detail: Type.Optional(Type.Array(Type.Object({ cluster }))),
            }),
          ),
        ),
      }),
    ),
  ),
})

/** What a server of NATS tells of the stream of events. */
export interface EventsStream {
  /** how many copies there are */
  readonly replicas: number
  readonly messages: number
  /** the name of the server that leads it; undefined while there is none */
  readonly leader: string | undefined
  /** the same for its consumer, from which notifiers take events */
  readonly leaderOfConsumer: string | undefined
}

/** @throws Error when the server does not know the stream */
export async function eventsStream(monitor: string): Promise<EventsStream> {
  const { account_details } = await bodyOf(await fetch(`${monitor}/jsz?consumers=true&config=true`), report)
  const streams = (account_details ?? []).flatMap(({ stream_detail }) => stream_detail ?? [])
  const found = streams.find(({ name }) => name === EVENTS)
  if (!found) throw new Error(`NATS at ${monitor} has no stream ${EVENTS}`)
  const { state, config, cluster, consumer_detail: [consumer] = [] } = found
  return {
    replicas: config.num_replicas,
    messages: state.messages,
    leader: cluster?.leader,
    leaderOfConsumer: consumer?.cluster?.leader,
  }
}
