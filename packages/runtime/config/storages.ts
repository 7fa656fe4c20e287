import { resolve } from 'node:path'
import type { S3Bucket, Storages } from './config.js'
import type { Given } from './settings.js'

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

/** A warning for each setting of an S3 server that is set in vain. */
export function s3WithoutEffect(given: Given): readonly string[] {
  if (given.STORAGE === 's3') return []
  const others = given.EVIDENCE_CHECKPOINTS?.kind === 's3' ? [] : S3_SERVER
  return [...others, 'S3_BUCKET' as const]
    .filter((name) => given[name] !== undefined)
    .map((name) => `${name} is set, but STORAGE is not s3: documents are kept in DATA_DIR.`)
}
