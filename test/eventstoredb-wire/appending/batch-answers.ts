import {
  anyPb,
  type BatchAppendReq,
  BatchAppendResp,
  codePb,
  emptyPb,
  sharedPb,
  statusPb,
} from '../messages.js'
import type { Expected, Written } from './writer.js'

type Options = NonNullable<ReturnType<BatchAppendReq['getOptions']>>
type Status = InstanceType<typeof statusPb.Status>
type Code = (typeof codePb.Code)[keyof typeof codePb.Code]
type Success = InstanceType<typeof BatchAppendResp.Success>

/** The answer to one append of a batch stream. */
export function answerBatch(
  request: BatchAppendReq,
  result: Status | Success,
  options: Options | undefined = request.getOptions(),
): BatchAppendResp {
  const answer = new BatchAppendResp()
    .setCorrelationId(request.getCorrelationId())
    .setStreamIdentifier(options?.getStreamIdentifier())
  return result instanceof statusPb.Status ? answer.setError(result) : answer.setSuccess(result)
}

/** A google.rpc.Status: what went wrong is a message of its own, packed. */
function failure(code: Code, message: string, type: string, packed: Uint8Array): Status {
  const details = new anyPb.Any()
  details.pack(packed, type)
  return new statusPb.Status().setCode(code).setMessage(message).setDetails(details)
}

function ours(code: Code, message: string, type: string, packed: { serializeBinary(): Uint8Array }): Status {
  return failure(code, message, `event_store.client.${type}`, packed.serializeBinary())
}

export const batchErrors = {
  accessDenied: () =>
    ours(codePb.Code.PERMISSION_DENIED, 'Access Denied', 'AccessDenied', new sharedPb.AccessDenied()),
  timeout: () => ours(codePb.Code.DEADLINE_EXCEEDED, 'Timeout', 'Timeout', new sharedPb.Timeout()),
  badRequest: (message: string) =>
    ours(codePb.Code.INVALID_ARGUMENT, message, 'BadRequest', new sharedPb.BadRequest().setMessage(message)),
  tooBig: (limit: number) =>
    ours(
      codePb.Code.INVALID_ARGUMENT,
      'Maximum Append Size Exceeded.',
      'MaximumAppendSizeExceeded',
      new sharedPb.MaximumAppendSizeExceeded().setMaxappendsize(limit),
    ),
  notReady: () =>
    failure(
      codePb.Code.OK,
      'Server Is Not Ready',
      'google.protobuf.Empty',
      new emptyPb.Empty().serializeBinary(),
    ),
} as const

/** What a write came to, as the batch stream says it. */
export function outcome(written: Written, expected: Expected, options: Options): Status | Success {
  switch (written.kind) {
    case 'deleted':
      return ours(
        codePb.Code.FAILED_PRECONDITION,
        'Stream is deleted.',
        'StreamDeleted',
        new sharedPb.StreamDeleted().setStreamIdentifier(options.getStreamIdentifier()),
      )
    case 'wrong_version':
      return ours(
        codePb.Code.FAILED_PRECONDITION,
        'Wrong expected version.',
        'WrongExpectedVersion',
        wrongVersion(expected, written.current),
      )
    case 'done': {
      const success = new BatchAppendResp.Success().setCurrentRevision(String(written.revision))
      const at = String(written.at)
      if (written.at === undefined) success.setNoPosition(new emptyPb.Empty())
      else success.setPosition(new sharedPb.AllStreamPosition().setCommitPosition(at).setPreparePosition(at))
      return success
    }
  }
}

function wrongVersion(expected: Expected, current: number) {
  const wrong = new sharedPb.WrongExpectedVersion()
  if (current < 0) wrong.setCurrentNoStream(new emptyPb.Empty())
  else wrong.setCurrentStreamRevision(String(current))
  if (expected === 'any') wrong.setExpectedAny(new emptyPb.Empty())
  else if (expected === 'no_stream') wrong.setExpectedNoStream(new emptyPb.Empty())
  else wrong.setExpectedStreamPosition(String(expected))
  return wrong
}
