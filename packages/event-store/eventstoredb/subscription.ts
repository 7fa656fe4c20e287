import { convertToCommandError } from '@eventstore/db-client/dist/utils/CommandError.js'
import sharedPb from '@eventstore/db-client/generated/shared_pb.js'
import streamsPb from '@eventstore/db-client/generated/streams_pb.js'
import type { ClientReadableStream } from '@grpc/grpc-js'
import { NoAnswer } from './collect.js'
import type { PatchedClient } from './patched-client.js'
import { isKnown, type LogPosition } from './position.js'
import { decodeFrame, type Frame } from './wire/read-frame.js'

const { ReadReq } = streamsPb
const { Empty } = sharedPb

/** Pages of events, of a size that the server chooses, that it may pass over before it tells how far it is. */
const CHECKPOINT_INTERVAL = 4

/** What a subscription yields. */
export type Received = Exclude<Frame, { readonly kind: 'confirmed' }>

/** One subscription, as long as it lasts. */
export interface Subscription {
  /** Resolves when the server confirms it. */
  readonly confirmed: Promise<void>
  /** What has arrived and is next, if anything. */
  take(): Received | undefined
  /** Resolves when there may be something to take, at once if there has been since the last wait. */
  arrival(): Promise<void>
  /** Wakes those that wait for an arrival. */
  wake(): void
  /** Why nothing more will come. */
  readonly failure: Error | undefined
  fail(error: Error): void
  end(): void
}

/** Tells one who waits that something may have come. */
export function arrivals(): Pick<Subscription, 'arrival' | 'wake'> {
  let hasArrived = false
  let onArrival = (): void => undefined
  return {
    async arrival() {
      if (!hasArrived)
        await new Promise<void>((resolve) => {
          onArrival = resolve
        })
      hasArrived = false
    },
    wake() {
      hasArrived = true
      onArrival()
    },
  }
}

/**
 * Subscribes to the events of some streams after a position.
 *
 * @param options.timeoutMs how long the server may take to confirm
 */
export function subscribe(
  client: PatchedClient,
  options: {
    readonly after: LogPosition | undefined
    readonly prefixes: readonly string[]
    readonly timeoutMs: number
  },
): Subscription {
  const { after, prefixes, timeoutMs } = options
  let stream: ClientReadableStream<Buffer> | undefined
  let hasEnded = false
  let failure: Error | undefined
  const { arrival, wake } = arrivals()
  let onConfirmed = (): void => undefined

  const fail = (error: Error): void => {
    failure ??= error
    wake()
  }
  const cancel = (): void => {
    const opened = stream
    // In the turn in which it was opened grpc-js may miss it (grpc-node, issues 1464 and 1652).
    setImmediate(() => opened?.cancel())
  }
  const open = (opened: ClientReadableStream<Buffer>): void => {
    stream = opened
    opened.on('readable', wake)
    opened.on('error', (error) => fail(convertToCommandError(error)))
    opened.on('end', () => fail(new Error('the server ended the subscription')))
    if (hasEnded) cancel()
  }
  client.readRaw(subscriptionRequest(after, prefixes)).then(open, fail)
  // The client passes over the end of what it ends itself.
  const onClosed = (): void => fail(new Error('the connection was closed'))
  client.closed.addEventListener('abort', onClosed, { once: true })
  if (client.closed.aborted) onClosed()
  const unconfirmed = setTimeout(() => fail(new NoAnswer(timeoutMs)), timeoutMs)

  return {
    confirmed: new Promise((resolve) => {
      onConfirmed = () => {
        clearTimeout(unconfirmed)
        resolve()
      }
    }),
    take() {
      for (;;) {
        const bytes: Buffer | null = stream?.read() ?? null
        if (!bytes) return undefined
        const frame = decodeFrame(bytes)
        if (frame?.kind === 'confirmed') onConfirmed()
        // Taken for a place, one that is not known would lie behind everything that is ever recorded.
        else if (frame && (frame.kind !== 'checkpoint' || isKnown(frame.position))) return frame
      }
    },
    arrival,
    wake,
    get failure() {
      return failure
    },
    fail,
    end() {
      hasEnded = true
      clearTimeout(unconfirmed)
      client.closed.removeEventListener('abort', onClosed)
      cancel()
    },
  }
}

function subscriptionRequest(
  after: LogPosition | undefined,
  prefixes: readonly string[],
): InstanceType<typeof ReadReq> {
  const { Options } = ReadReq
  const all = new Options.AllOptions()
  if (after) {
    const position = new Options.Position()
    all.setPosition(
      position.setCommitPosition(String(after.commit)).setPreparePosition(String(after.prepare)),
    )
  } else all.setStart(new Empty())
  const filter = new Options.FilterOptions()
    .setStreamIdentifier(new Options.FilterOptions.Expression().setPrefixList([...prefixes]))
    .setCount(new Empty())
    .setCheckpointintervalmultiplier(CHECKPOINT_INTERVAL)
  const request = new Options()
    .setAll(all)
    .setSubscription(new Options.SubscriptionOptions())
    .setUuidOption(new Options.UUIDOption().setString(new Empty()))
    .setFilter(filter)
  return new ReadReq().setOptions(request)
}
