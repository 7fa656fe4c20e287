import { unpackToCommandError } from '@eventstore/db-client/dist/streams/appendToStream/unpackError.js'
import statusPb from '@eventstore/db-client/generated/status_pb.js'
import type { ExpectedRevision } from '../../port.js'
import type { LogPosition } from '../position.js'
import { bytesField, MessageReader, numberField, type Parts, textField } from './protobuf.js'

/** One append, as BatchAppend takes it; see `BatchAppendReq` in the server's streams.proto. */
export interface BatchAppend {
  readonly stream: string
  readonly expected: ExpectedRevision
  /** data and metadata are JSON; without metadata it is empty */
  readonly events: readonly {
    readonly id: string
    readonly type: string
    readonly data: string
    readonly metadata: string
  }[]
  /** the server refuses what reaches it later, milliseconds since 1970; undefined: it is taken whenever it comes */
  readonly deadline: number | undefined
}

/** What the server answers to one append. */
export interface BatchAnswer {
  /** of the append */
  readonly correlation: string
  readonly outcome:
    | { readonly revision: number; readonly position: LogPosition | undefined }
    /** an error of the client's */
    | Error
}

const FINAL = numberField(4, 1)
const JSON_CONTENT = mapEntry('content-type', 'application/json')

/** An append in a single message, so that nothing of another one comes between its parts. */
export function encodeBatchAppend(correlation: string, append: BatchAppend): Buffer {
  const { stream, expected, events, deadline } = append
  const options = [
    ...bytesField(1, ...textField(3, stream)),
    ...(expected === 'no_stream' ? bytesField(3) : numberField(2, expected)),
    ...(deadline === undefined ? [] : bytesField(6, ...timestamp(deadline))),
  ]
  const parts: Uint8Array[] = [...bytesField(1, ...textField(2, correlation)), ...bytesField(2, ...options)]
  for (const { id, type, data, metadata } of events) {
    const event = [
      ...bytesField(1, ...textField(2, id)),
      ...mapEntry('type', type),
      ...JSON_CONTENT,
      ...textField(3, metadata),
      ...textField(4, data),
    ]
    parts.push(...bytesField(3, ...event))
  }
  return Buffer.concat([...parts, ...FINAL])
}

function mapEntry(key: string, value: string): Parts {
  return bytesField(2, ...textField(1, key), ...textField(2, value))
}

function timestamp(milliseconds: number): Parts {
  const seconds = Math.floor(milliseconds / 1_000)
  return [...numberField(1, seconds), ...numberField(2, (milliseconds - seconds * 1_000) * 1_000_000)]
}

/** Reads an answer; see `BatchAppendResp`. */
export function decodeBatchAnswer(bytes: Buffer): BatchAnswer {
  const answer = new MessageReader(bytes)
  let correlation = ''
  let stream = ''
  let success: ReturnType<typeof decodeSuccess> | undefined
  let error: Uint8Array | undefined
  for (let field = answer.next(); field !== 0; field = answer.next()) {
    if (field === 1) correlation = decodeUuid(answer.message())
    else if (field === 2) error = answer.bytes()
    else if (field === 3) success = decodeSuccess(answer.message())
    else if (field === 4) stream = textOf(answer.message(), 3)
    else answer.skip()
  }
  if (success) return { correlation, outcome: success }
  const status = statusPb.Status.deserializeBinary(error ?? new Uint8Array())
  return { correlation, outcome: unpackToCommandError(status, stream) }
}

function decodeSuccess(success: MessageReader): Exclude<BatchAnswer['outcome'], Error> {
  let revision = 0n
  let position: LogPosition | undefined
  for (let field = success.next(); field !== 0; field = success.next()) {
    if (field === 1) revision = success.number()
    else if (field === 3) position = decodePosition(success.message())
    else success.skip()
  }
  return { revision: Number(revision), position }
}

/** Commit and prepare position, fields 1 and 2. */
export function decodePosition(message: MessageReader): LogPosition {
  let [commit, prepare] = [0n, 0n]
  for (let field = message.next(); field !== 0; field = message.next()) {
    if (field === 1) commit = message.number()
    else if (field === 2) prepare = message.number()
    else message.skip()
  }
  return { commit, prepare }
}

/** A UUID as text, or as two halves with a sign: some answers of servers have the one, some the other. */
export function decodeUuid(uuid: MessageReader): string {
  for (let field = uuid.next(); field !== 0; field = uuid.next()) {
    if (field === 2) return uuid.text()
    if (field === 1) {
      const { commit, prepare } = decodePosition(uuid.message())
      return halves(commit, prepare)
    }
    uuid.skip()
  }
  return ''
}

function halves(most: bigint, least: bigint): string {
  const hex = most.toString(16).padStart(16, '0') + least.toString(16).padStart(16, '0')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** The text in one field of a message, the others passed over. */
export function textOf(message: MessageReader, wanted: number): string {
  for (let field = message.next(); field !== 0; field = message.next()) {
    if (field === wanted) return message.text()
    message.skip()
  }
  return ''
}
