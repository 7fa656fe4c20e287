import { randomUUID } from 'node:crypto'
import { on, once } from 'node:events'
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js'
import { credentials, Metadata, type ServiceError } from '@grpc/grpc-js'
import timestampPb from 'google-protobuf/google/protobuf/timestamp_pb.js'
import type { Test } from 'tap'
import {
  AppendReq,
  type AppendResp,
  BatchAppendReq,
  type BatchAppendResp,
  Empty,
  emptyPb,
  ReadReq,
  type ReadResp,
  StreamIdentifier,
  UUID,
} from '../messages.js'
import type { TestServer } from '../server.js'

type ReadOptions = InstanceType<typeof ReadReq.Options>
type Stubs = InstanceType<typeof streamsGrpc.StreamsClient>

/** An append of equal events as bare messages. */
export interface RawAppend {
  readonly stream: string
  readonly expected: 'any' | 'no_stream' | 'stream_exists' | number
  readonly ids?: readonly string[]
  /** undefined leaves the property out */
  readonly type?: string | undefined
  readonly data?: Uint8Array
  readonly metadata?: Uint8Array
}

/** The bare stubs, for what the client hides. */
export function stubs(t: Test, server: TestServer): Stubs {
  const client = new streamsGrpc.StreamsClient(`127.0.0.1:${server.port}`, credentials.createInsecure(), {
    'grpc.max_receive_message_length': 17 * 1024 * 1024,
  })
  t.teardown(() => client.close())
  return client
}

/** The headers of a call; `user` is `name:password`. */
export function headers(options: { readonly user?: string; readonly leader?: boolean } = {}): Metadata {
  const metadata = new Metadata()
  if (options.leader) metadata.set('requires-leader', 'true')
  if (options.user !== undefined) {
    metadata.set('authorization', `Basic ${Buffer.from(options.user).toString('base64')}`)
  }
  return metadata
}

/** Append. Resolves with the reply; rejects with the error. */
export function append(client: Stubs, raw: RawAppend, metadata = headers()): Promise<AppendResp> {
  const options = new AppendReq.Options().setStreamIdentifier(named(raw.stream))
  if (raw.expected === 'any') options.setAny(new Empty())
  else if (raw.expected === 'no_stream') options.setNoStream(new Empty())
  else if (raw.expected === 'stream_exists') options.setStreamExists(new Empty())
  else options.setRevision(String(raw.expected))
  return new Promise((resolve, reject) => {
    const call = client.append(metadata, (error, response) =>
      error === null ? resolve(response) : reject(error),
    )
    call.write(new AppendReq().setOptions(options))
    for (const id of raw.ids ?? [randomUUID()]) {
      const message = filled(new AppendReq.ProposedMessage(), raw, id)
      call.write(new AppendReq().setProposedMessage(message))
    }
    call.end()
  })
}

/** One append on a BatchAppend stream of its own, each event in a part of its own. Resolves with the answer. */
export async function batchAppend(
  client: Stubs,
  raw: RawAppend,
  metadata = headers(),
  deadline?: Date,
): Promise<BatchAppendResp> {
  const options = new BatchAppendReq.Options().setStreamIdentifier(named(raw.stream))
  if (raw.expected === 'any') options.setAny(new emptyPb.Empty())
  else if (raw.expected === 'no_stream') options.setNoStream(new emptyPb.Empty())
  else if (raw.expected === 'stream_exists') options.setStreamExists(new emptyPb.Empty())
  else options.setStreamPosition(String(raw.expected))
  if (deadline !== undefined) options.setDeadline(timestampPb.Timestamp.fromDate(deadline))
  const call = client.batchAppend(metadata)
  const correlation = randomUUID()
  const ids = raw.ids ?? [randomUUID()]
  ids.forEach((id, index) => {
    const part = new BatchAppendReq().setCorrelationId(new UUID().setString(correlation))
    if (index === 0) part.setOptions(options)
    part.setProposedMessagesList([filled(new BatchAppendReq.ProposedMessage(), raw, id)])
    call.write(part.setIsFinal(index === ids.length - 1))
  })
  const [answer]: BatchAppendResp[] = await once(call, 'data')
  call.end()
  await once(call, 'end')
  if (answer?.getCorrelationId()?.getString() !== correlation) throw new Error('an answer to something else')
  return answer
}

function filled<
  T extends InstanceType<typeof AppendReq.ProposedMessage | typeof BatchAppendReq.ProposedMessage>,
>(message: T, raw: RawAppend, id: string): T {
  message.setId(new UUID().setString(id))
  message.setData(raw.data ?? Buffer.from('{}'))
  message.setCustomMetadata(raw.metadata ?? new Uint8Array())
  const type = 'type' in raw ? raw.type : 'Raw'
  if (type !== undefined) message.getMetadataMap().set('type', type)
  message.getMetadataMap().set('content-type', 'application/json')
  return message
}

function named(stream: string): InstanceType<typeof StreamIdentifier> {
  return new StreamIdentifier().setStreamName(Buffer.from(stream))
}

interface RawRead {
  /** `$all` without */
  readonly stream?: string
  /** how ids are to come */
  readonly structured?: boolean
}

/** A Read from the start, of one stream or of `$all`: all messages, and the error that ended it. */
export function read(
  client: Stubs,
  options: RawRead = {},
  metadata = headers(),
): Promise<{ readonly messages: readonly ReadResp[]; readonly error?: ServiceError }> {
  const messages: ReadResp[] = []
  const call = client.read(
    request(options, (one) => one.setCount('1000')),
    metadata,
  )
  return new Promise((resolve) => {
    call.on('data', (message: ReadResp) => messages.push(message))
    call.on('end', () => resolve({ messages }))
    call.on('error', (error: ServiceError) => resolve({ messages, error }))
  })
}

/** The first messages of a subscription from the start. */
export async function subscribed(client: Stubs, count: number, options: RawRead = {}): Promise<ReadResp[]> {
  const forEver = new ReadReq.Options.SubscriptionOptions()
  const call = client.read(request(options, (one) => one.setSubscription(forEver)))
  call.on('error', () => undefined)
  const messages: ReadResp[] = []
  for await (const [message] of on(call, 'data')) {
    messages.push(message)
    if (messages.length === count) break
  }
  call.cancel()
  return messages
}

function request(
  { stream, structured = false }: RawRead,
  extent: (one: ReadOptions) => ReadOptions,
): ReadReq {
  const { AllOptions, StreamOptions, UUIDOption } = ReadReq.Options
  const form = structured
    ? new UUIDOption().setStructured(new Empty())
    : new UUIDOption().setString(new Empty())
  const options = extent(new ReadReq.Options().setNoFilter(new Empty()).setUuidOption(form))
  if (stream === undefined) options.setAll(new AllOptions().setStart(new Empty()))
  else options.setStream(new StreamOptions().setStreamIdentifier(named(stream)).setStart(new Empty()))
  return new ReadReq().setOptions(options)
}
