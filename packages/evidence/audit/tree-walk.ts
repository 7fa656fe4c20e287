import type { LeafEvent } from '../evidence.js'
import { type Edge, EMPTY_EDGE, grow, isFull, type Tile } from '../sealer/grow.js'
import { HASH_BYTES, leafHash, leafText, sameHash } from '../tree/hashes.js'
import { rootOf } from '../tree/prove.js'
import { TILE_WIDTH, TileMissing, type TileReader, tileWidth } from '../tree/tile-reader.js'
import { type Difference, firstDifference } from './first-difference.js'
import type { FoundCheckpoint, FoundCheckpoints } from './found-checkpoints.js'

/** Up to where checkpoints agree with the log. */
interface Agreement {
  /** the largest of them; undefined: none does */
  readonly newest: FoundCheckpoint | undefined
  /** the log's first event after it */
  readonly next: LeafEvent | undefined
}

/** A checkpoint that states another tree than that of the log. */
export interface Contradiction {
  readonly found: FoundCheckpoint
  /** by the checkpoints below it; for one that is kept outside the database, by those that are too */
  readonly agreed: Agreement
}

/** What holding the tree against the log has found. */
export interface TreeFindings {
  /** the log's events */
  readonly size: number
  readonly root: Uint8Array
  /** leaves of the stored tree; 0 without one */
  readonly leaves: number
  /** the first event of which the stored tree holds another leaf at its place */
  readonly difference: Difference | undefined
  /** a stored tile that is not what the log's events make, although the leaves are theirs */
  readonly damaged: Pick<Tile, 'level' | 'index'> | undefined
  /** how many checkpoints state the tree of the log; the largest of them, and of those that are kept outside the database */
  readonly confirmed: {
    readonly count: number
    readonly newest: FoundCheckpoint | undefined
    readonly newestOutside: FoundCheckpoint | undefined
  }
  /** the first ones in order of size, and how many there are in all */
  readonly contradicted: readonly Contradiction[]
  readonly contradictions: number
  /** the largest of those that state more events than the log holds */
  readonly beyond: FoundCheckpoint | undefined
  /** checkpoints that state nothing; the first ones, and how many there are in all */
  readonly faulty: readonly FoundCheckpoint[]
  readonly faults: number
}

/** More would add nothing. */
const MOST_NAMED = 100
const NONE: Agreement = { newest: undefined, next: undefined }

/**
 * Holds the stored tree, and the checkpoints found of it, against the log, whose events are taken in order. Computes every
 * leaf and node anew, in memory that does not depend on their number.
 *
 * @param options.from the edge of a tree that is believed, over a multiple of 256 leaves: the first event taken is its next
 * @param options.stored the tiles as they are stored, and how many leaves they are known to have
 * @param options.checkpoints in order of size; those below the size of `from` are passed over
 */
export function treeWalk({
  from = EMPTY_EDGE,
  stored,
  checkpoints,
}: {
  readonly from?: Edge
  readonly stored: { readonly size: number; readonly read: TileReader } | undefined
  readonly checkpoints: FoundCheckpoints
}) {
  let edge = from
  /** of the tile that is not full */
  let open: readonly LeafEvent[] = []
  let next: FoundCheckpoint | undefined
  let difference: Difference | undefined
  let damaged: TreeFindings['damaged']
  let agreed = NONE
  let agreedOutside = NONE
  const contradicted: Contradiction[] = []
  const faulty: FoundCheckpoint[] = []
  let [confirmations, contradictions, faults, isBegun] = [0, 0, 0, false]

  async function advance(): Promise<void> {
    const { value } = await checkpoints.next()
    next = value ?? undefined
  }

  async function judge(): Promise<void> {
    if (!isBegun) await advance()
    isBegun = true
    for (; next && next.size <= edge.size; await advance()) {
      if ('fault' in next.states) blame(next)
      else if (next.size === edge.size) await compareRoot(next, next.states.root)
    }
  }

  function blame(found: FoundCheckpoint): void {
    faults++
    if (faulty.length < MOST_NAMED) faulty.push(found)
  }

  async function compareRoot(found: FoundCheckpoint, root: Uint8Array): Promise<void> {
    if (sameHash(root, await rootAt(edge))) {
      confirmations++
      agreed = { newest: found, next: undefined }
      if (found.isOutside) agreedOutside = agreed
    } else {
      contradictions++
      const isNamed = contradicted.length < MOST_NAMED || (found.isOutside && !contradicted.some(isOutside))
      if (isNamed) contradicted.push({ found, agreed: found.isOutside ? agreedOutside : agreed })
    }
  }

  async function add(events: readonly LeafEvent[]): Promise<void> {
    agreed = { ...agreed, next: agreed.next ?? events[0] }
    agreedOutside = { ...agreedOutside, next: agreedOutside.next ?? events[0] }
    const grown = grow(
      edge,
      events.map(({ stream, revision, hash }) => leafHash(leafText(stream, revision, hash))),
    )
    open = [...open, ...events]
    for (const tile of grown.tiles.filter(({ hashes }) => isFull(hashes))) {
      await compareTile(tile)
      if (tile.level === 0) open = open.slice(TILE_WIDTH)
    }
    edge = grown.edge
  }

  async function compareTile({ level, index, hashes }: Tile): Promise<void> {
    const width = Math.min(stored ? tileWidth(stored.size, level, index) : 0, hashes.length / HASH_BYTES)
    if (!stored || width === 0 || difference) return
    const found = await stored.read(level, index, width).catch(missing)
    const computed = hashes.subarray(0, width * HASH_BYTES)
    if (found && sameHash(found, computed)) return
    if (found && level === 0) difference = firstDifference({ computed, stored: found, index, events: open })
    else damaged ??= { level, index }
  }

  return {
    /** Takes the next events of the log. */
    async take(events: readonly LeafEvent[]): Promise<void> {
      await judge()
      for (let rest = events; rest.length > 0; ) {
        const part = rest.slice(0, next ? next.size - edge.size : rest.length)
        await add(part)
        await judge()
        rest = rest.slice(part.length)
      }
    },
    /** To be called at the end of the log. */
    async end(): Promise<TreeFindings> {
      await judge()
      for (const [level, hashes] of edge.open.entries())
        await compareTile({ level, index: Math.floor(edge.size / TILE_WIDTH ** (level + 1)), hashes })
      let beyond: FoundCheckpoint | undefined
      for (; next; await advance()) {
        if ('fault' in next.states) blame(next)
        else beyond = next
      }
      const root = await rootAt(edge)
      const confirmed = {
        count: confirmations,
        newest: agreed.newest,
        newestOutside: agreedOutside.newest,
      }
      const found = { difference, damaged, confirmed, contradicted, contradictions, beyond, faulty, faults }
      return { size: edge.size, root, leaves: stored?.size ?? 0, ...found }
    },
  }
}

/** The root of a tree, given its edge: all that is to the left of a tile's last hash is in the tiles above it. */
function rootAt({ size, open }: Edge): Promise<Uint8Array> {
  return rootOf(size, async (level) => open[level] ?? new Uint8Array())
}

function isOutside({ found }: Contradiction): boolean {
  return found.isOutside
}

function missing(error: unknown): undefined {
  if (!(error instanceof TileMissing)) throw error
}
