import { withTimeout } from '@ecmr/runtime'

/** The server took longer over a call than it may. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
  constructor(readonly milliseconds: number) {
    super(`no answer within ${milliseconds} ms`)
  }
}

/** @throws NoAnswer when the time is over; what comes later is ignored */
export function answered<Answer>(milliseconds: number, answer: Promise<Answer>): Promise<Answer> {
  return withTimeout(milliseconds, answer, () => new NoAnswer(milliseconds))
}
