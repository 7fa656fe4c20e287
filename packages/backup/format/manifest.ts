import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { BackupFault } from '../backup-fault.js'
import type { Place } from '../place/open-place.js'
import { type Codec, damaged } from './codec.js'
import { FORMAT } from './head.js'
import { manifestName } from './names.js'

const count = Type.Integer({ minimum: 0 })
const sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' })

const part = Type.Object({
  name: Type.String({ pattern: '^part-[0-9A-Za-z-]+$' }),
  /** of what is stored */
  sha256,
  bytes: count,
  /** of what is in it */
  plain_sha256: sha256,
  plain_bytes: count,
  rows: count,
})

const seen = Type.Object({
  stream: Type.String(),
  revision: Type.Integer(),
  position: Type.String(),
  id: Type.String(),
  hash: Type.String(),
})

const logPart = Type.Composite([part, Type.Object({ last: seen })])

const savedTable = Type.Object({
  name: Type.String(),
  columns: Type.Array(Type.String()),
  rows: count,
  parts: Type.Array(part),
})

const manifest = Type.Object({
  format: Type.Integer(),
  id: Type.String(),
  installation: Type.String(),
  /** the instant that it shows, RFC 3339 */
  at: Type.String(),
  /** of the service that made it */
  version: Type.String(),
  store: Type.Union([Type.Literal('postgres'), Type.Literal('eventstoredb')]),
  /** the names of the migrations that had been applied, by schema */
  migrations: Type.Record(Type.String(), Type.Array(Type.String())),
  log: Type.Object({
    events: count,
    /** the position of the newest event; empty: there is none */
    head: Type.String(),
    /** the chain over the log there, in a store that keeps one */
    chain: Type.Union([Type.String(), Type.Null()]),
    parts: Type.Array(logPart),
  }),
  tables: Type.Array(savedTable),
  /** the last value of each sequence that has given out one */
  sequences: Type.Record(Type.String(), Type.Integer()),
  objects: Type.Object({
    count,
    /** of those that were new in this backup */
    bytes: count,
    /** lists of their keys, 32 bytes each */
    lists: Type.Array(part),
  }),
  /** by which a wrong SECRET_KEY is recognised: hex */
  secret_check: Type.String(),
})

/** Content of a backup that is stored under one name. */
export type Part = Static<typeof part>

/** Events of the log, up to the last one of them. */
export type LogPart = Static<typeof logPart>

export type SavedTable = Static<typeof savedTable>

/** What a backup consists of: all of it, whichever backup wrote it first. */
export type Manifest = Static<typeof manifest>

/** Writes a manifest; from then on there is the backup. */
export async function writeManifest(place: Place, codec: Codec, value: Manifest): Promise<void> {
  const name = manifestName(value.id)
  const stored = codec.encode(name, Buffer.from(JSON.stringify(value)))
  if ((await place.add(name, stored)) === 'other')
    throw new BackupFault(`${name} could not be written to ${place.label}: the name is taken.`)
}

/**
 * Reads the manifest of a backup.
 *
 * @throws BackupFault when it is not there, was damaged, or is of a newer version
 */
export async function readManifest(place: Place, codec: Codec, id: string): Promise<Manifest> {
  const name = manifestName(id)
  const stored = await place.read(name)
  if (stored === undefined) throw new BackupFault(`There is no backup ${id} in ${place.label}.`)
  let value: unknown
  try {
    value = JSON.parse(codec.decode(name, stored).toString())
  } catch (error) {
    throw error instanceof BackupFault ? error : damaged(name)
  }
  const format = Value.Check(Type.Object({ format: Type.Integer() }), value) ? value.format : FORMAT
  if (format > FORMAT)
    throw new BackupFault(`The backup ${id} was made by a newer version of the service. Use that version.`)
  if (!Value.Check(manifest, value) || value.id !== id) throw damaged(name)
  return value
}

/** All parts that a backup names, objects aside. */
export function partsOf({ log, tables, objects }: Manifest): readonly Part[] {
  return [...log.parts, ...tables.flatMap(({ parts }) => parts), ...objects.lists]
}
