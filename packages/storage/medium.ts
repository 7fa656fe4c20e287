/** A thing that is kept in a medium. */
export interface Entry {
  /** as it is called there */
  readonly name: string
  /** undefined: it is no object, or not at its place */
  readonly key?: string
}

/** Some of the things that are kept. */
export interface Page {
  readonly entries: readonly Entry[]
  /** asks for the next page; undefined: this is the last one */
  readonly next?: string
}

/**
 * Where objects are kept. It is given keys and bytes that were checked, and what it returns is checked after it. All may throw
 * StorageUnavailable.
 */
export interface Medium {
  /** @throws ObjectDamaged when it is larger than any object */
  read(key: string, signal: AbortSignal): Promise<Uint8Array | undefined>
  /** Replaces the object, if it is there, at once and as a whole. */
  write(key: string, bytes: Uint8Array, signal: AbortSignal): Promise<void>
  size(key: string, signal: AbortSignal): Promise<number | undefined>
  remove(key: string, signal: AbortSignal): Promise<void>
  page(from: string | undefined, signal: AbortSignal): Promise<Page>
  check(signal: AbortSignal): Promise<void>
}
