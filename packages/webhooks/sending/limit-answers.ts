import type { Socket } from 'node:net'

/** as much as headers and body may have together */
const MOST_TAKEN = 80 * 1024

/** A receiver sent more than anybody reads. */
export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge'
}

/**
 * Closes a connection when more than 80 KB have come since the last request, before they are parsed.
 *
 * Much of an answer belongs neither to headers nor to a body, and is skipped: a status text, early hints, empty lines,
 * chunk extensions. Skipping it as fast as it comes, until the attempt's time is up, would cost the other receivers
 * dearly. So would headers: undici makes an error, with its stack, for each that comes once it has had too many.
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
    if (had - before <= MOST_TAKEN) return
    socket.destroy(new AnswerTooLarge())
    // so that undici, whose turn is next, finds nothing
    socket.read()
  })
}
