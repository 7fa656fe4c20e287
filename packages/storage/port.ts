/** Whatever is kept has at most so many bytes: an attachment of 10 MB, and some room. */
export const MOST_OBJECT_BYTES = 10 * 1024 * 1024 + 64 * 1024

/**
 * Objects by the SHA-256 of their bytes, 64 lower-case hexadecimal digits. Every operation ends within seconds.
 *
 * All may throw StorageUnavailable when the storage is away, full, or does not let us; a `RangeError` is for a key that is no
 * SHA-256.
 */
export interface ObjectStorage {
  /**
   * Keeps an object; when this resolves, the object survives a crash. One that is there already, damaged or not, is whole afterwards.
   *
   * @param key of the bytes, where it was computed elsewhere already: hashing takes the time of this process
   * @returns its key
   * @throws RangeError when it has more than `MOST_OBJECT_BYTES`
   */
  put(bytes: Uint8Array, key?: string): Promise<string>
  /**
   * The bytes of an object; undefined when it is not there.
   *
   * @throws ObjectDamaged when they are not those that were put
   */
  get(key: string): Promise<Uint8Array | undefined>
  /** The size of an object, which may be damaged; undefined when it is not there. */
  head(key: string): Promise<{ readonly bytes: number } | undefined>
  /** Removes an object, if it is there. */
  remove(key: string): Promise<void>
  /**
   * The keys of all objects, damaged ones too, page by page.
   *
   * @param onOther called with the name of each thing that is there and is no object, or not at its place
   */
  keys(onOther?: (name: string) => void): AsyncGenerator<string>
  /** Rejects with StorageUnavailable when objects cannot be read now: it asks, unless an operation went well seconds ago. */
  check(): Promise<void>
}

/** What was asked of a storage; `list` is a page of keys. */
export type StorageOperation = 'put' | 'get' | 'head' | 'remove' | 'list' | 'check'

/** What came of it; `retried`: one try of several failed. */
export type StorageOutcome = 'done' | 'absent' | 'damaged' | 'unavailable' | 'failed' | 'retried'

/** Called for each operation as it ends. */
export type ObserveStorage = (operation: StorageOperation, outcome: StorageOutcome, seconds: number) => void
