import type { Socket } from 'node:net'

const MOST_TAKEN = 256 * 1024

/** A receiver sent more than anybody reads. */
export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge'
}

/**
 * Closes a connection when more than 256 KB have come since the last request. Headers and bodies have limits of their
 * own, but there is much that belongs to neither and is skipped: a status text, early hints, empty lines, chunk
 * extensions. Skipping it as fast as it comes, until the attempt's time is up, would cost the other receivers dearly.
 */
export function limitAnswers(socket: Socket): void {
  let sent = 0
  let had = 0
  let before = 0
  socket.on('readable', () => {
    if (socket.bytesWritten !== sent) {
      sent = socket.bytesWritten
      before = had
    }
    had = socket.bytesRead
    if (had - before > MOST_TAKEN) socket.destroy(new AnswerTooLarge())
  })
}
