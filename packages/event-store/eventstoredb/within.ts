/** The server took longer over a call than it may. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
  constructor(readonly milliseconds: number) {
    super(`no answer within ${milliseconds} ms`)
  }
}

/**
 * Waits for an answer, but not for ever. An answer or failure that comes later is ignored.
 *
 * @throws NoAnswer when the time is over
 */
export async function within<Answer>(milliseconds: number, answer: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined
  const timeOver = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new NoAnswer(milliseconds)), milliseconds)
  })
  try {
    return await Promise.race([answer, timeOver])
  } finally {
    clearTimeout(timer)
  }
}
