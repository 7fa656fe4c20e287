/** No checkpoint may be signed; the message is a sentence that says why, and what to do. */
export class NotSigned extends Error {
  override readonly name = 'NotSigned'
}
