import { setTimeout as delay } from 'node:timers/promises'
import type { handleBidiStreamingCall, ServerDuplexStream } from '@grpc/grpc-js'
import { asRefusal, eachMessage } from '../calls.js'
import { type Proposed, proposed, sizeOf } from '../log/records.js'
import { BatchAppendReq, type BatchAppendResp, streamName } from '../messages.js'
import { refusals } from '../refusals.js'
import { admit, type Wire } from '../wire.js'
import { answerBatch, batchErrors, outcome } from './batch-answers.js'
import type { Expected } from './writer.js'

type Call = ServerDuplexStream<BatchAppendReq, BatchAppendResp>
type Options = InstanceType<typeof BatchAppendReq.Options>

/** An append of which not all parts are here yet. */
interface Pending {
  readonly options: Options
  readonly expected: Expected
  readonly events: Proposed[]
  size: number
}

/** BatchAppend: many appends on one stream, distinguished by correlation id. An error of one is its answer. */
export function batchPath(wire: Wire): handleBidiStreamingCall<BatchAppendReq, BatchAppendResp> {
  return (call) => {
    wire.calls
      .run(call, 'call', (signal) => serve(wire, call, signal))
      .then(
        () => call.end(),
        (error: unknown) => call.emit('error', asRefusal(error)),
      )
  }
}

async function serve(wire: Wire, call: Call, signal: AbortSignal): Promise<void> {
  const { faults, settings } = wire
  if (!settings.batchAppend) throw refusals.notServed('BatchAppend')
  const permitted = await admit(wire, call.metadata, 'append')
  const pending = new Map<string, Pending>()
  const late = new Set<Promise<void>>()
  const send = (answer: BatchAppendResp): void => {
    if (signal.aborted) return
    if (faults.replyDelay === 0) return void call.write(answer)
    const sending = delay(faults.replyDelay).then(() => {
      late.delete(sending)
      if (!signal.aborted) call.write(answer)
    })
    late.add(sending)
  }
  const take = (request: BatchAppendReq): void => {
    const answer = permitted
      ? respond(wire, pending, request)
      : answerBatch(request, batchErrors.accessDenied())
    if (answer !== undefined) send(answer)
  }
  await eachMessage<BatchAppendReq>(call, signal, (request) => {
    const hung = faults.hung()
    if (hung !== undefined) return hung.then(() => take(request))
    take(request)
    return undefined
  })
  await Promise.all(late)
}

/** @throws Refusal what ends the whole stream */
function respond(
  wire: Wire,
  pending: Map<string, Pending>,
  request: BatchAppendReq,
): BatchAppendResp | undefined {
  const id = request.getCorrelationId()?.getString() ?? ''
  const options = request.getOptions()
  if (options !== undefined && !pending.has(id)) {
    const deadline = options.getDeadline()?.toDate()
    if (deadline !== undefined && deadline.getTime() <= Date.now()) {
      return answerBatch(request, batchErrors.timeout())
    }
    const expected = expectation(options)
    if (expected === undefined) return answerBatch(request, batchErrors.badRequest('Not served here.'))
    pending.set(id, { options, expected, events: [], size: 0 })
  }
  const append = pending.get(id)
  if (append === undefined) return undefined
  const events = request.getProposedMessagesList().map(proposed)
  append.events.push(...events)
  append.size += events.reduce((sum, event) => sum + sizeOf(event), 0)
  const { maxAppendSize } = wire.settings
  if (append.size > maxAppendSize) {
    pending.delete(id)
    return answerBatch(request, batchErrors.tooBig(maxAppendSize), append.options)
  }
  if (!request.getIsFinal()) return undefined
  pending.delete(id)
  return commit(wire, request, append)
}

function commit(wire: Wire, request: BatchAppendReq, append: Pending): BatchAppendResp | undefined {
  const { faults } = wire
  if (faults.leader !== undefined) throw refusals.notLeader(faults.leader)
  if (!faults.ready) {
    if (faults.batchesWhenNotReady === 'refuse') throw refusals.notReady()
    return answerBatch(request, batchErrors.notReady(), append.options)
  }
  const written = wire.writer.append(streamName(append.options), append.expected, append.events)
  const lost = written.kind === 'done' && faults.drop()
  if (lost === 'disconnect') throw refusals.connectionLost()
  if (lost === 'silence') return undefined
  return answerBatch(request, outcome(written, append.expected, append.options), append.options)
}

function expectation(options: Options): Expected | undefined {
  const { ExpectedStreamPositionCase: cases } = BatchAppendReq.Options
  switch (options.getExpectedStreamPositionCase()) {
    case cases.STREAM_POSITION:
      return Number(options.getStreamPosition())
    case cases.NO_STREAM:
      return 'no_stream'
    case cases.ANY:
      return 'any'
    case cases.STREAM_EXISTS:
    case cases.EXPECTED_STREAM_POSITION_NOT_SET:
      return undefined
  }
}
