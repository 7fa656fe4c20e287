import type { ReadQueue } from '@ecmr/document-links'
import type { ObjectStorage } from '@ecmr/storage'
import type { WebDependencies, WebServer } from '@ecmr/web'
import type { Pool } from 'pg'
import type { PublicDocument } from './find-document.js'

/** Everything that serving documents takes, passed in by the process. */
export interface DocumentsDependencies extends WebDependencies {
  /** the PostgreSQL that holds links and read models; connections of the role DOCUMENTS_ROLE suffice */
  readonly pool: Pool
  readonly storage: Pick<ObjectStorage, 'get' | 'check'>
  readonly reads: Pick<ReadQueue, 'note'>
  /** a minute; absent: those of production */
  readonly limits?: DocumentLimits
}

export interface DocumentLimits {
  /** requests with one address */
  readonly perLink: number
  /** requests with wrong addresses from one network, /24 or /48 */
  readonly wrong: number
}

export type DocumentsServer = WebServer

declare module 'fastify' {
  interface FastifyRequest {
    /** what its address leads to, once that is known */
    inspected: PublicDocument | undefined
  }
}
