import { createHash, randomBytes, randomUUID } from 'node:crypto'
import {
  addressOf,
  DOCUMENTS_ROLE,
  type DocumentLink,
  inspectionLink,
  type NotedRead,
} from '@ecmr/document-links'
import { buildDocuments, type DocumentsDependencies, type DocumentsServer } from '@ecmr/documents-service'
import { actingFor } from '@ecmr/domain'
import { openPool } from '@ecmr/postgres'
import { secretBox } from '@ecmr/webhooks'
import type { Pool } from 'pg'
import type { Test } from 'tap'
import { databaseWithTables } from '../support/database-with-tables.js'

export const box = secretBox('a key that only these tests have, of some length')
export const company = actingFor(randomUUID())

/** A document at a public address. */
export interface Published {
  readonly documentId: string
  readonly link: DocumentLink
  /** `/d/` and the token */
  readonly path: string
  readonly sha256: string
  readonly bytes: Buffer
}

export interface DocumentsGround {
  readonly app: DocumentsServer
  /** may do everything, other than the service's own */
  readonly pool: Pool
  readonly url: string
  /** what the storage holds, by SHA-256; a test may damage or take away what is there */
  readonly objects: Map<string, Uint8Array>
  /** who was noted as a reader, in order */
  readonly reads: readonly NotedRead[]
  readonly dependencies: DocumentsDependencies
  publish(options?: { readonly bytes?: number; readonly documentId?: string }): Promise<Published>
}

/** The service that serves documents, over a database of its own and a storage in memory. */
export async function documentsGround(
  t: Test,
  changed: Partial<DocumentsDependencies> = {},
): Promise<DocumentsGround> {
  const url = await databaseWithTables(t)
  const pool = openPool({ url, max: 4, name: 'test documents' })
  const own = openPool({ url, max: 4, name: 'test documents, limited', role: DOCUMENTS_ROLE })
  const objects = new Map<string, Uint8Array>()
  const reads: NotedRead[] = []
  const dependencies: DocumentsDependencies = {
    pool: own,
    storage: { get: async (key) => objects.get(key), check: async () => undefined },
    reads: { note: (read) => void reads.push(read) },
    siteUrl: 'https://notes.example.com',
    version: '0.0.0-test',
    ...changed,
  }
  const app = await buildDocuments(dependencies)
  t.teardown(async () => {
    await app.close()
    await own.end()
    await pool.end()
  })
  return {
    app,
    pool,
    url,
    objects,
    reads,
    dependencies,
    publish: (options) => publish(pool, async (sha256, bytes) => void objects.set(sha256, bytes), options),
  }
}

/** Gives a document a next version of random bytes, and an address if it has none. */
export async function publish(
  pool: Pool,
  put: (sha256: string, bytes: Uint8Array) => Promise<unknown>,
  {
    bytes: size = 4_000,
    documentId = randomUUID(),
  }: { readonly bytes?: number; readonly documentId?: string } = {},
): Promise<Published> {
  const bytes = randomBytes(size)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  await put(sha256, bytes)
  await issue(pool, documentId, sha256, size)
  const link = await inspectionLink(pool, box, company, documentId)
  return { documentId, link, path: addressOf(link, { box, siteUrl: '' }), sha256, bytes }
}

/** The number of the note whose document this is. */
const numberOf = (documentId: string): string => `ECMR-2026-${documentId.slice(0, 8)}`

/** Writes what the projection knows of a document; the next version when it knows one. */
async function issue(pool: Pool, documentId: string, sha256: string, bytes: number): Promise<void> {
  await pool.query(
    `insert into rm_documents.notes (ecmr_id, company_id, ecmr_number, documents, document_ids)
     values ($1, $2, $3, json_build_array(json_build_object(
       'document_id', $1::uuid, 'version', 1, 'sha256', $4::text, 'bytes', $5::int)), array[$1::uuid])
     on conflict (ecmr_id) do update set documents = json_build_array(json_build_object(
       'document_id', $1::uuid, 'version', (rm_documents.notes.documents -> 0 ->> 'version')::int + 1,
       'sha256', $4::text, 'bytes', $5::int))`,
    [documentId, company, numberOf(documentId), sha256, bytes],
  )
}
