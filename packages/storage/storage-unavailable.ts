/** The storage is away, full, or does not let us. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable'

  /** @param reason in words that go on after a colon; no secret, and nothing of ours that the server repeated */
  constructor(readonly reason: string) {
    super(`The storage of documents cannot be used: ${reason}.`)
  }
}
