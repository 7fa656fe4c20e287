/** A text that is not of its format; the message is one sentence that says where and why. */
export class Malformed extends Error {
  override readonly name = 'Malformed'
}

/** A note that is well formed and proves nothing: a known key's signature is wrong, or no known key has signed. */
export class NotVerified extends Error {
  override readonly name = 'NotVerified'
}
