import { resolve } from 'node:path'
import type { Config, ObjectDirectory, S3Bucket, S3Prefix, Storages } from './config.js'
import type { Given } from './settings.js'
import { type ObjectsPlace, objectsPlace } from './values/objects-place.js'

/** What an S3 server must be told; the region has a default. */
export const S3_NEEDS = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'] as const

const S3_SERVER = ['S3_ENDPOINT', 'S3_ACCESS_KEY', 'S3_SECRET_KEY', 'S3_REGION'] as const

const DEFAULT_REGION = 'us-east-1'

/** The storages that are configured, whichever is used. */
export function storages(given: Given, dataDir: string): Storages {
  return { local: { kind: 'local', directory: resolve(dataDir, 'objects') }, s3: s3Bucket(given) }
}

/** An S3 server, whatever bucket is used there. */
export function s3Server(given: Given): Omit<S3Bucket, 'kind' | 'bucket'> | undefined {
  const { S3_ENDPOINT: endpoint, S3_REGION: region = DEFAULT_REGION } = given
  const { S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey } = given
  if (!endpoint || !accessKey || !secretKey) return undefined
  return { endpoint, region, accessKey, secretKey }
}

function s3Bucket(given: Given): S3Bucket | undefined {
  const server = s3Server(given)
  return server && given.S3_BUCKET ? { kind: 's3', bucket: given.S3_BUCKET, ...server } : undefined
}

/** A place for named objects, with what it takes to reach it; undefined: it is in a bucket, and no server is set. */
export function placeOf(
  place: ObjectsPlace,
  server: Omit<S3Bucket, 'kind' | 'bucket'> | undefined,
): ObjectDirectory | S3Prefix | undefined {
  if (place.kind === 'local') return { kind: 'local', directory: resolve(place.path) }
  return server && { ...server, kind: 's3', bucket: place.bucket, prefix: place.prefix }
}

/**
 * Reads where named objects are, as `BACKUP_TO` says it.
 *
 * @throws RangeError when it is no place
 * @returns undefined when it is in a bucket, and no S3 server is set
 */
export function namedPlace(
  text: string,
  { s3Server }: Pick<Config, 's3Server'>,
): ObjectDirectory | S3Prefix | undefined {
  return placeOf(objectsPlace(text), s3Server)
}

/** A warning for each setting of an S3 server that is set in vain. */
export function s3WithoutEffect(given: Given): readonly string[] {
  if (given.STORAGE === 's3') return []
  const isUsed = given.EVIDENCE_CHECKPOINTS?.kind === 's3' || given.BACKUP_TO?.kind === 's3'
  const others = isUsed ? [] : S3_SERVER
  return [...others, 'S3_BUCKET' as const]
    .filter((name) => given[name] !== undefined)
    .map((name) => `${name} is set, but STORAGE is not s3: documents are kept in DATA_DIR.`)
}
