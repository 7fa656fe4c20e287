import {
  AckPolicy,
  type ConsumerConfig,
  DeliverPolicy,
  DiscardPolicy,
  type JetStreamManager,
  NatsError,
  nanos,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
  type StreamInfo,
} from 'nats'
import { type BrokerLog, BrokerUnavailable } from '../port.js'
import { sentenceFor } from './problems.js'
import type { Session } from './session.js'
import { EVENT_SUBJECTS, EVENTS, POISON, POISON_SUBJECTS } from './subject.js'

/** After this long without a sign of life from its consumer, a message is handed out again. */
export const ACK_WAIT_MS = 3_000

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const MOST_POISON = 10_000
const STREAM_NOT_FOUND = 10059
const CONSUMER_NOT_FOUND = 10014

// Other settings, such as replicas and limits, are the operator's.
const STREAMS = [
  {
    name: EVENTS,
    subjects: [EVENT_SUBJECTS],
    // Unhandled events stay; a full server rejects new ones.
    retention: RetentionPolicy.Workqueue,
    discard: DiscardPolicy.New,
    storage: StorageType.File,
    max_age: 0,
    duplicate_window: nanos(2 * MINUTE),
  },
  {
    name: POISON,
    subjects: [POISON_SUBJECTS],
    retention: RetentionPolicy.Limits,
    discard: DiscardPolicy.Old,
    storage: StorageType.File,
    max_age: nanos(30 * DAY),
    // It must not fill the server, which the events need.
    max_msgs: MOST_POISON,
  },
] satisfies readonly (Partial<StreamConfig> & { readonly name: string })[]

/**
 * Creates the streams, or updates them. Any number of processes may do so at once.
 *
 * @throws BrokerUnavailable when the server rejects an update
 */
export async function ensureStreams(
  { jsm, where }: Session,
  replicas: number,
  log?: BrokerLog,
): Promise<void> {
  for (const wanted of STREAMS) {
    const found = (await streamOf(jsm, wanted.name)) ?? (await addStream(jsm, wanted, replicas))
    if (found === undefined) {
      log?.warn({ nats_stream: wanted.name }, 'a stream of NATS was missing and was created')
      continue
    }
    const differing = differences(wanted, found.config)
    if (differing.length === 0) continue
    await jsm.streams
      .update(wanted.name, wanted)
      .catch(refusedUpdate(`the stream ${wanted.name}`, differing, where))
  }
}

/** Creates the durable consumer of that name, or updates it: see `ensureStreams`. */
export async function ensureConsumer({ jsm, where }: Session, name: string, log?: BrokerLog): Promise<void> {
  const wanted = {
    durable_name: name,
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.All,
    ack_wait: nanos(ACK_WAIT_MS),
    max_deliver: -1,
    max_ack_pending: 10_000,
  } satisfies Partial<ConsumerConfig>
  const found = await unlessMissing(CONSUMER_NOT_FOUND, jsm.consumers.info(EVENTS, name))
  if (found === undefined) {
    await jsm.consumers.add(EVENTS, wanted)
    log?.warn({ consumer: name }, 'a consumer of NATS was missing and was created')
    return
  }
  const differing = differences(wanted, found.config)
  if (differing.length === 0) return
  await jsm.consumers
    .update(EVENTS, name, wanted)
    .catch(refusedUpdate(`the consumer ${name} of ${EVENTS}`, differing, where))
}

/** A stream; undefined when it is not there. */
export function streamOf(jsm: JetStreamManager, name: string): Promise<StreamInfo | undefined> {
  return unlessMissing(STREAM_NOT_FOUND, jsm.streams.info(name))
}

/**
 * Creates a stream; undefined when it did. When another process creates it at the same time the server rejects ours,
 * because subjects overlap or the name is taken, and the other one's is returned.
 */
async function addStream(
  jsm: JetStreamManager,
  wanted: (typeof STREAMS)[number],
  num_replicas: number,
): Promise<StreamInfo | undefined> {
  try {
    await jsm.streams.add({ ...wanted, num_replicas })
    return undefined
  } catch (error) {
    const made = await streamOf(jsm, wanted.name)
    if (made === undefined) throw error
    return made
  }
}

async function unlessMissing<Info>(missing: number, request: Promise<Info>): Promise<Info | undefined> {
  try {
    return await request
  } catch (error) {
    if (error instanceof NatsError && error.api_error?.err_code === missing) return undefined
    throw error
  }
}

function differences(wanted: object, found: object): readonly string[] {
  const present = new Map(Object.entries(found))
  return Object.entries(wanted).flatMap(([name, value]) => {
    const is = JSON.stringify(present.get(name))
    const should = JSON.stringify(value)
    return is === should ? [] : [`${name} is ${is} and should be ${should}`]
  })
}

function refusedUpdate(what: string, differing: readonly string[], where: string) {
  return (error: unknown): never => {
    if (!(error instanceof NatsError && error.api_error)) throw error
    const sentence =
      `In ${what} of NATS at ${where} ${differing.join(', ')}, which the server will not change ` +
      `(${error.api_error.description}): remove it once it is empty, or correct it by hand.`
    throw new BrokerUnavailable(sentence, { cause: sentenceFor(error, where) })
  }
}
