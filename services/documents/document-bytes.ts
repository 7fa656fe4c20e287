import { throttled } from '@ecmr/runtime'
import { ObjectDamaged, type ObjectStorage } from '@ecmr/storage'
import { LRUCache } from 'lru-cache'

/** Documents that were fetched lately stay in memory. */
const MOST_BYTES = 32 * 1_024 * 1_024
/** So long is one served after its file was removed, because personal data in it were erased. */
const REMEMBERED_MS = 30_000
/** Each may take 5 MB. */
const MOST_READ_AT_ONCE = 12
const MOST_REMEMBERED = 1_000

/** The bytes of documents, by their SHA-256. */
export interface DocumentBytes {
  /** @throws DocumentUnavailable */
  get(sha256: string): Promise<Uint8Array>
  /** How many documents could not be read lately because their bytes are missing or damaged. */
  unreadable(): number
}

/** The bytes of a document cannot be had now. */
export class DocumentUnavailable extends Error {
  override readonly name = 'DocumentUnavailable'
}

/** @param log hears of documents whose bytes are missing or damaged, and of a storage that is away */
export function documentBytes(
  storage: Pick<ObjectStorage, 'get'>,
  log?: { warn(fields: object, message: string): void; error(fields: object, message: string): void },
): DocumentBytes {
  const unreadable = new LRUCache<string, true>({ max: MOST_REMEMBERED })
  const away = throttled((err) => log?.warn({ err }, 'documents cannot be read from their storage'))
  let reading = 0

  async function read(sha256: string): Promise<Uint8Array> {
    if (reading >= MOST_READ_AT_ONCE) throw new DocumentUnavailable('too many documents are being read')
    reading++
    try {
      const bytes = await storage.get(sha256)
      if (bytes === undefined) throw new ObjectDamaged(sha256, 'it is not there')
      unreadable.delete(sha256)
      return bytes
    } catch (error) {
      tell(sha256, error)
      throw new DocumentUnavailable('the document cannot be read', { cause: error })
    } finally {
      reading--
    }
  }

  function tell(sha256: string, error: unknown): void {
    if (!(error instanceof ObjectDamaged)) {
      away(error instanceof Error ? error : new Error(String(error)))
      return
    }
    if (!unreadable.has(sha256)) log?.error({ sha256, reason: error.fault }, 'a document cannot be served')
    unreadable.set(sha256, true)
  }

  const kept = new LRUCache<string, Uint8Array>({
    maxSize: MOST_BYTES,
    ttl: REMEMBERED_MS,
    sizeCalculation: ({ length }) => Math.max(1, length),
    fetchMethod: read,
  })
  return {
    get: (sha256) => kept.forceFetch(sha256),
    unreadable: () => unreadable.size,
  }
}
