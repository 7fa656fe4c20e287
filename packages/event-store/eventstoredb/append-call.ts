import { randomUUID } from 'node:crypto'
import { convertToCommandError } from '@eventstore/db-client/dist/utils/CommandError.js'
import type { ClientDuplexStream } from '@grpc/grpc-js'
import { NoAnswer } from './collect.js'
import { kindOf } from './failures.js'
import {
  type BatchAnswer,
  type BatchAppend,
  decodeBatchAnswer,
  encodeBatchAppend,
} from './wire/batch-append.js'

/** What the server recorded. */
export type Appended = Exclude<BatchAnswer['outcome'], Error>

interface Waiting {
  readonly resolve: (appended: Appended) => void
  readonly reject: (error: Error) => void
  readonly timer: NodeJS.Timeout
}

/** One call of BatchAppend: any number of appends, each with its own answer. When it breaks, all of them fail. */
export class AppendCall {
  readonly #call: ClientDuplexStream<Buffer, Buffer>
  readonly #waiting = new Map<string, Waiting>()
  #failure: Error | undefined
  #sent = 0

  constructor(call: ClientDuplexStream<Buffer, Buffer>) {
    this.#call = call
    call.on('data', (bytes: Buffer) => this.#take(bytes))
    call.on('error', (error) => this.#fail(convertToCommandError(error)))
    // A server that ends it without an error would get every further append, and answer none.
    call.on('end', () => call.destroy(new Error('the server ended the stream of appends')))
  }

  /**
   * Whether an append over this call may be recorded although it failed with an error that denies it: a server that ceases to lead
   * ends the call for all, and has refused only one of them.
   */
  mayHaveRecorded(error: unknown): boolean {
    return this.#sent > 1 && kindOf(error) === 'not-leader'
  }

  /**
   * Sends an append, at once; the server processes what was sent before it first. Callers limit how many there are.
   *
   * @throws NoAnswer when there is none in time; otherwise an error of the client's
   */
  append(append: BatchAppend, timeoutMs: number): Promise<Appended> {
    return new Promise((resolve, reject) => {
      if (this.#failure) return reject(this.#failure)
      const correlation = randomUUID()
      const giveUp = (): void => this.#settle({ correlation, outcome: new NoAnswer(timeoutMs) })
      this.#waiting.set(correlation, { resolve, reject, timer: setTimeout(giveUp, timeoutMs) })
      this.#sent += 1
      this.#call.write(encodeBatchAppend(correlation, append))
    })
  }

  /** Ends the call. Appends without an answer yet may or may not be recorded. */
  cancel(): void {
    this.#call.cancel()
  }

  /** An answer that cannot be read leaves open which append it was for. */
  #take(bytes: Buffer): void {
    try {
      this.#settle(decodeBatchAnswer(bytes))
    } catch (error) {
      this.#call.destroy(error instanceof Error ? error : new Error(String(error)))
    }
  }

  #settle({ correlation, outcome }: BatchAnswer): void {
    const waiting = this.#waiting.get(correlation)
    // An answer that comes too late has nothing to settle any more.
    if (!waiting) return
    this.#waiting.delete(correlation)
    clearTimeout(waiting.timer)
    if (outcome instanceof Error) waiting.reject(outcome)
    else waiting.resolve(outcome)
  }

  #fail(error: Error): void {
    this.#failure = error
    for (const correlation of this.#waiting.keys()) this.#settle({ correlation, outcome: error })
  }
}
