import { setTimeout as delay } from 'node:timers/promises'
import type { handleClientStreamingCall, ServerReadableStream } from '@grpc/grpc-js'
import { asRefusal, eachMessage } from '../calls.js'
import { type Proposed, proposed, sizeOf } from '../log/records.js'
import { AppendReq, AppendResp, Empty, streamName } from '../messages.js'
import { refusals } from '../refusals.js'
import { admit, type Wire } from '../wire.js'
import type { Expected, Written } from './writer.js'

type Call = ServerReadableStream<AppendReq, AppendResp>
type Options = InstanceType<typeof AppendReq.Options>

/** Append: one stream of messages per append, one answer. A wrong version is an answer, all else an error. */
export function appendPath(wire: Wire): handleClientStreamingCall<AppendReq, AppendResp> {
  return (call, callback) => {
    wire.calls
      .run(call, 'call', (signal) => append(wire, call, signal))
      .then(
        (response) => callback(null, response),
        (error: unknown) => callback(asRefusal(error)),
      )
  }
}

async function append(wire: Wire, call: Call, signal: AbortSignal): Promise<AppendResp> {
  const permitted = await admit(wire, call.metadata, 'append')
  if (!permitted) throw refusals.accessDenied()
  if (!wire.faults.ready) throw refusals.notReady()
  const { options, events } = await received(wire, call, signal)
  await wire.faults.hung()
  const stream = streamName(options)
  const written = wire.writer.append(stream, expectation(options), events)
  await committed(wire, written)
  return answer(options, stream, written)
}

/** Applies the faults that follow a commit. */
async function committed({ faults }: Wire, written: Written): Promise<void> {
  const lost = written.kind === 'done' && faults.drop()
  if (lost === 'disconnect') throw refusals.connectionLost()
  if (lost === 'silence') await new Promise(() => undefined)
  if (faults.replyDelay > 0) await delay(faults.replyDelay)
}

async function received(
  wire: Wire,
  call: Call,
  signal: AbortSignal,
): Promise<{ readonly options: Options; readonly events: readonly Proposed[] }> {
  let options: Options | undefined
  let size = 0
  const events: Proposed[] = []
  await eachMessage<AppendReq>(call, signal, (message) => {
    const content = message.getProposedMessage()
    if (content === undefined) {
      options = message.getOptions()
      return undefined
    }
    const event = proposed(content)
    size += sizeOf(event)
    if (size > wire.settings.maxAppendSize) throw refusals.tooBig(wire.settings.maxAppendSize)
    events.push(event)
    return undefined
  })
  if (options === undefined) throw refusals.unexpected('The first message must carry the options.')
  return { options, events }
}

function expectation(options: Options): Expected {
  const { ExpectedStreamRevisionCase: cases } = AppendReq.Options
  switch (options.getExpectedStreamRevisionCase()) {
    case cases.REVISION:
      return Number(options.getRevision())
    case cases.NO_STREAM:
      return 'no_stream'
    case cases.ANY:
      return 'any'
    case cases.STREAM_EXISTS:
    case cases.EXPECTED_STREAM_REVISION_NOT_SET:
      throw refusals.invalid('Not an expected revision that is served here.')
  }
}

function answer(options: Options, stream: string, written: Written): AppendResp {
  switch (written.kind) {
    case 'deleted':
      throw refusals.streamDeleted(stream)
    case 'wrong_version':
      return new AppendResp().setWrongExpectedVersion(wrongVersion(options, written.current))
    case 'done': {
      const success = new AppendResp.Success().setCurrentRevision(String(written.revision))
      const at = String(written.at)
      if (written.at === undefined) success.setNoPosition(new Empty())
      else success.setPosition(new AppendResp.Position().setCommitPosition(at).setPreparePosition(at))
      return new AppendResp().setSuccess(success)
    }
  }
}

function wrongVersion(options: Options, current: number) {
  const wrong = new AppendResp.WrongExpectedVersion()
  if (current < 0) wrong.setCurrentNoStream(new Empty())
  else wrong.setCurrentRevision(String(current))
  const expected = expectation(options)
  if (expected === 'any') wrong.setExpectedAny(new Empty())
  else if (expected === 'no_stream') wrong.setExpectedNoStream(new Empty())
  else wrong.setExpectedRevision(String(expected))
  return wrong
}
