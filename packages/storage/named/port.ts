/** What came of adding: the object is there with these bytes, or the name is taken by others, which stay. */
export type Added = 'kept' | 'other'

/**
 * Small objects by names that are given to them, in one directory or below one prefix. What has been added is never replaced. All
 * may throw StorageUnavailable.
 */
export interface NamedObjects {
  /** When this resolves with `kept`, the object survives a crash. Repeating it does no harm. */
  add(name: string, bytes: Uint8Array): Promise<Added>
  read(name: string): Promise<Uint8Array | undefined>
  /** Removes an object, if it is there. */
  remove(name: string): Promise<void>
  /** All names, ascending. */
  names(): AsyncIterable<string>
}
