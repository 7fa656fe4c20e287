import { sql } from 'kysely'
import type { Pool } from 'pg'
import { builderOver, type Tx } from '../db.js'
import { HASH_BYTES } from '../tree/hashes.js'
import { TileMissing, type TileReader } from '../tree/tile-reader.js'

/** Tiles that one statement reads at most: half a megabyte. */
const MOST_AT_ONCE = 64

interface AskedTile {
  readonly level: number
  readonly index: number
  readonly width: number
  readonly resolve: (hashes: Uint8Array) => void
  readonly reject: (error: unknown) => void
}

/**
 * Reads tiles from the database; one that is wider by now is read up to the width asked for. Those that are asked for at the
 * same time, as by a proof, come with one statement.
 */
export function tileReader(db: Pool | Tx): TileReader {
  let asked: AskedTile[] = []
  function readAsked(): void {
    const all = asked
    asked = []
    for (let from = 0; from < all.length; from += MOST_AT_ONCE)
      void answer(db, all.slice(from, from + MOST_AT_ONCE))
  }
  return (level, index, width) =>
    new Promise((resolve, reject) => {
      if (asked.length === 0) process.nextTick(readAsked)
      asked.push({ level, index, width, resolve, reject })
    })
}

async function answer(db: Pool | Tx, asked: readonly AskedTile[]): Promise<void> {
  try {
    const tiles = await readTiles(db, asked)
    for (const [place, { level, index, width, resolve, reject }] of asked.entries()) {
      const hashes = tiles.get(place)
      if (hashes?.length === width * HASH_BYTES) resolve(hashes)
      else
        reject(new TileMissing(`the database holds no tile ${index} of level ${level} with ${width} hashes`))
    }
  } catch (error) {
    for (const { reject } of asked) reject(error)
  }
}

async function readTiles(
  db: Pool | Tx,
  asked: readonly AskedTile[],
): Promise<ReadonlyMap<number, Uint8Array>> {
  const { rows } = await sql<{ place: number; hashes: Uint8Array }>`
    select asked.place::integer as place, substring(tile.hashes for asked.width * ${HASH_BYTES}::integer) as hashes
    from unnest(
      ${asked.map(({ level }) => level)}::smallint[], ${asked.map(({ index }) => index)}::bigint[],
      ${asked.map(({ width }) => width)}::integer[]
    ) with ordinality as asked(level, index, width, place)
    join evidence.tiles tile on tile.level = asked.level and tile.index = asked.index`.execute(
    builderOver(db),
  )
  return new Map(rows.map(({ place, hashes }) => [place - 1, hashes]))
}
