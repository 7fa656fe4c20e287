import { createHash } from 'node:crypto'
import type { S3Bucket } from '@ecmr/runtime'
import { S3mini, S3ServiceError } from 's3mini'
import type { Entry, Medium } from '../medium.js'
import { ObjectDamaged } from '../object-damaged.js'
import { isObjectKey } from '../object-key.js'
import { MOST_OBJECT_BYTES } from '../port.js'
import { StorageUnavailable } from '../storage-unavailable.js'
import { type RetryOptions, retrying } from './retries.js'
import { NO_BUCKET } from './s3-fault.js'
import { AnswerTooLarge, wholeAnswers } from './whole-answers.js'

/** Documents have this before their keys, so that the bucket may have other uses. */
const PREFIX = 'objects/'
const PAGE = 1_000

/**
 * Objects in a bucket of an S3 server, addressed by its path.
 *
 * @param options.pageSize of keys, at most 1,000
 * @param options.prefix before the keys; that of documents unless given
 */
export function openBucket(
  bucket: S3Bucket,
  options: RetryOptions & { readonly pageSize?: number; readonly prefix?: string } = {},
): Medium {
  const { pageSize = PAGE, prefix = PREFIX } = options
  const retry = retrying(options)

  function client(signal: AbortSignal, headers: Readonly<Record<string, string>> = {}): S3mini {
    return new S3mini({
      accessKeyId: bucket.accessKey,
      secretAccessKey: bucket.secretKey,
      endpoint: `${bucket.endpoint}/${bucket.bucket}`,
      region: bucket.region,
      fetch: wholeAnswers({ signal, mostBytes: MOST_OBJECT_BYTES, headers }),
    })
  }

  async function list(signal: AbortSignal, most: number, from?: string) {
    const page = await client(signal).listObjectsPaged('/', prefix, most, from)
    if (!page) throw new StorageUnavailable(NO_BUCKET)
    return page
  }

  /** What has not been found is absent only if there is a bucket that it is absent from. */
  async function absent(signal: AbortSignal): Promise<undefined> {
    await list(signal, 1)
  }

  return {
    read: (key, within) =>
      retry('get', within, async (signal) => {
        try {
          const bytes = await client(signal).getObjectArrayBuffer(prefix + key)
          return bytes === null ? await absent(signal) : new Uint8Array(bytes)
        } catch (error) {
          if (error instanceof AnswerTooLarge) throw new ObjectDamaged(key, `it has ${error.message}`)
          throw error
        }
      }),
    write: (key, bytes, within) => {
      // The server refuses bytes that arrive otherwise than they were sent. A PUT replaces an object as a whole or not at all.
      const md5 = createHash('md5').update(bytes).digest('base64')
      return retry('put', within, async (signal) => {
        const answer = await client(signal, { 'content-md5': md5 }).putObject(prefix + key, bytes)
        if (answer.headers.has('etag')) return
        // Swift says only that it took the request when another PUT of the same object was later; that one is there.
        const there = await client(signal)
          .getContentLength(prefix + key)
          .catch(() => undefined)
        if (there !== bytes.length)
          throw new StorageUnavailable('what answers at S3_ENDPOINT is no S3 server')
      })
    },
    size: (key, within) =>
      retry('head', within, async (signal) => {
        try {
          return await client(signal).getContentLength(prefix + key)
        } catch (error) {
          const cause = error instanceof Error && error.cause ? error.cause : error
          // The answer to HEAD has no body that would say why; the one to a listing has.
          if (cause instanceof S3ServiceError && cause.status < 500) await list(signal, 1)
          if (isNotFound(cause)) return undefined
          throw cause
        }
      }),
    remove: (key, within) =>
      retry('remove', within, async (signal) => {
        try {
          await client(signal).deleteObject(prefix + key)
        } catch (error) {
          if (!isNotFound(error)) throw error
          await absent(signal)
        }
      }),
    page: (from, within) =>
      retry('list', within, async (signal) => {
        const { objects, nextContinuationToken: next } = await list(signal, pageSize, from)
        const entries = (objects ?? []).map(({ Key }) => entryOf(Key.slice(prefix.length)))
        return { entries, ...(next !== undefined && { next }) }
      }),
    check: (within) => retry('check', within, (signal) => list(signal, 1).then(() => undefined)),
  }
}

function entryOf(name: string): Entry {
  return { name, ...(isObjectKey(name) && { key: name }) }
}

const isNotFound = (error: unknown): boolean => error instanceof S3ServiceError && error.status === 404
