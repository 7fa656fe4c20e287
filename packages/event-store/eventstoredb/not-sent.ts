/** A call was not made, because the connection had just been given up. */
export class NotSent extends Error {
  override readonly name = 'NotSent'
}
