import { WrongExpectedVersionError } from '@eventstore/db-client'
import { oneByOne } from '../append-with-retry.js'
import type { Append, AppendResult, EventStore } from '../port.js'
import { encodeEvents, sizeOf } from '../storable.js'
import { refusedAppend, toBatchAppend } from './append.js'
import type { AppendCall } from './append-call.js'
import type { Connection } from './connection.js'
import { isKnown, type LogPosition, toPosition } from './position.js'

/** The most appends under way: with the pauses of a disk between them, and few enough to be answered in time. */
const MOST_UNDER_WAY = 128
/** The most bytes of them, by what they take of an append's limit. */
const MOST_BYTES = 4 * 1024 * 1024

interface UnderWay {
  readonly bytes: number
  readonly result: Promise<AppendResult>
}

/**
 * Appends to several streams in order, many under way at once, over one call of BatchAppend.
 *
 * The server takes the messages of a call one after the other (`Streams.BatchAppend.cs`: its `Receive` awaits each), puts
 * them into its main queue in this order, and writes them from there in a single thread (`ClusterVNode.cs`,
 * `RequestManagementService.cs`, `StorageWriterService.cs`; read from 21.10 to 24.10). An append that is refused lets
 * later ones pass, so whatever may be refused for itself is kept out of the call: one that is larger than all that were
 * taken goes alone, and none has a deadline.
 *
 * @param append appends alone
 * @param positionOf reads where an event stands
 */
export function orderedAppender(
  { timeoutMs, failures, onLeader }: Connection,
  append: EventStore['append'],
  positionOf: (stream: string, revision: number) => Promise<LogPosition>,
): NonNullable<EventStore['appendInOrder']> {
  let largest = 0

  async function send(call: AppendCall, { stream, expected, events }: Append): Promise<AppendResult> {
    try {
      const encoded = encodeEvents(stream, events)
      const { revision, position } = await call.append(toBatchAppend(stream, expected, encoded), timeoutMs)
      const known = isKnown(position) ? position : await positionOf(stream, revision)
      return { ok: true, revision, position: toPosition(known) }
    } catch (error) {
      if (error instanceof WrongExpectedVersionError) return refusedAppend(error)
      throw call.mayHaveRecorded(error) ? failures.unknown(error) : failures.ofAppend(error, true)
    }
  }

  async function* inOrder(appends: readonly Append[], call: AppendCall): AsyncGenerator<AppendResult> {
    const underWay: UnderWay[] = []
    let bytesUnderWay = 0
    for (const each of appends) {
      const bytes = each.events.reduce((sum, event) => sum + sizeOf(event), 0)
      const isAlone = bytes > largest
      for (let first = underWay[0]; first; [first] = underWay) {
        const isRoom = underWay.length < MOST_UNDER_WAY && bytesUnderWay + bytes <= MOST_BYTES
        if (isRoom && !isAlone) break
        underWay.shift()
        bytesUnderWay -= first.bytes
        yield await first.result
      }
      if (isAlone) {
        yield await append(each.stream, each.expected, each.events)
        largest = bytes
        continue
      }
      const result = send(call, each)
      result.catch(() => undefined)
      underWay.push({ bytes, result })
      bytesUnderWay += bytes
    }
    for (const { result } of underWay) yield await result
  }

  return async function* (appends) {
    const call = await newCall()
    try {
      const results = call ? inOrder(appends, call) : oneByOne({ append }, appends)
      for await (const result of results) {
        yield result
        if (!result.ok) return
      }
    } catch (error) {
      // It may be another server from here on, which takes less.
      largest = 0
      throw error
    } finally {
      // Not ended: a server that is told so may leave out answers that it still owes (`Send` in `Streams.BatchAppend.cs`).
      call?.cancel()
    }
  }

  async function newCall(): Promise<AppendCall | undefined> {
    try {
      return await onLeader((client) => client.batchAppend(false))
    } catch (error) {
      throw failures.unavailable(error)
    }
  }
}
