import type { Socket } from 'node:net'
import type { Act } from './tcp-receiver.js'

/** Says something and closes. */
export const says =
  (text: string | Uint8Array): Act =>
  (socket) =>
    socket.end(text)

/** Says something and nothing more. */
export const stopsAfter =
  (text: string): Act =>
  (socket) =>
    socket.write(text)

/** Says something and resets the connection, once it has been sent. */
export const resetsAfter =
  (text: string): Act =>
  (socket) =>
    socket.write(text, () => socket.resetAndDestroy())

const TRICKLE_MS = 20

/** Says something, and then a bit more every 20 ms indefinitely. */
export const trickles =
  (head: string, piece: string): Act =>
  (socket) => {
    socket.write(head)
    const timer = setInterval(() => socket.write(piece), TRICKLE_MS)
    socket.on('close', () => clearInterval(timer))
  }

const PIECE_BYTES = 64 * 1024

/** Says something, and then a piece over and over, as fast as it is taken, until so many bytes were sent. */
export const floods =
  (head: string, piece: string | Uint8Array, most = Number.POSITIVE_INFINITY): Act =>
  (socket) => {
    const one = Buffer.from(piece)
    const many = Buffer.concat(Array.from({ length: Math.ceil(PIECE_BYTES / one.length) }, () => one))
    socket.write(head)
    pour(socket, many, most)
  }

function pour(socket: Socket, piece: Buffer, most: number): void {
  let sent = 0
  const more = (): void => {
    if (!socket.writable) return
    if (sent >= most) return void socket.end()
    sent += piece.length
    // Others in this process shall have their turn, though the system takes all of it at once.
    socket.write(piece, (error) => error ?? setImmediate(more))
  }
  more()
}
