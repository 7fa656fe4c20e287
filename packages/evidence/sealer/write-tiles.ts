import { sql } from 'kysely'
import type { Tx } from '../db.js'
import type { LeafEvent } from '../evidence.js'
import { HASH_BYTES } from '../tree/hashes.js'
import { TILE_WIDTH } from '../tree/tile-reader.js'
import type { Tile } from './grow.js'

/** A tile, and on level 0 the event of its last leaf. */
export interface WrittenTile extends Tile {
  readonly last?: LeafEvent
}

/** One transaction at a time writes tiles. */
export async function lockTiles(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('ecmr:evidence:tiles', 0))`.execute(tx)
}

/** Adds to tiles of level 0 the event of their last leaf, given the events after the first `size` leaves. */
export function withLastEvents(
  tiles: readonly Tile[],
  size: number,
  events: readonly LeafEvent[],
): readonly WrittenTile[] {
  return tiles.map((tile) => {
    const end = tile.index * TILE_WIDTH + tile.hashes.length / HASH_BYTES
    const last = tile.level === 0 ? events[end - size - 1] : undefined
    return { ...tile, ...(last && { last }) }
  })
}

/** Writes tiles; those that are there with the same content are not touched. */
export async function writeTiles(tx: Tx, tiles: readonly WrittenTile[]): Promise<void> {
  if (tiles.length === 0) return
  const column = <Value>(value: (tile: WrittenTile) => Value): Value[] => tiles.map(value)
  await sql`
    insert into evidence.tiles (level, index, hashes, position, stream, revision)
    select * from unnest(
      ${column(({ level }) => level)}::smallint[], ${column(({ index }) => index)}::bigint[],
      ${column(({ hashes }) => hashes)}::bytea[], ${column(({ last }) => last?.position ?? null)}::text[],
      ${column(({ last }) => last?.stream ?? null)}::text[], ${column(({ last }) => last?.revision ?? null)}::integer[])
    on conflict (level, index) do update
    set hashes = excluded.hashes, position = excluded.position, stream = excluded.stream,
      revision = excluded.revision
    where (tiles.hashes, tiles.position, tiles.stream, tiles.revision)
      is distinct from (excluded.hashes, excluded.position, excluded.stream, excluded.revision)`.execute(tx)
}
