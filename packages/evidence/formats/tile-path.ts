import { TILE_WIDTH } from '../tree/tile-reader.js'
import { Malformed } from './refusals.js'

/** A tile of a log's tree, by what its address says (C2SP `tlog-tiles`). */
export interface TileAddress {
  readonly level: number
  readonly index: number
  /** hashes, 1 to 256 */
  readonly width: number
}

const MAX_LEVEL = 63
const PATH = /^(0|[1-9]\d?)\/((?:x\d{3}\/){0,5}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/

/** The end of a tile's address, `<L>/<N>[.p/<W>]`, such as `0/x001/234.p/17`. */
export function tilePath({ level, index, width }: TileAddress): string {
  const digits = String(index)
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/\d{3}/g) ?? []
  const path = groups.map((group, place) => (place === groups.length - 1 ? group : `x${group}`)).join('/')
  return `${level}/${path}${width === TILE_WIDTH ? '' : `.p/${width}`}`
}

/**
 * Reads the end of a tile's address.
 *
 * @throws Malformed
 */
export function parseTilePath(path: string): TileAddress {
  const [, level, groups, partial] = PATH.exec(path) ?? []
  const index = Number(groups?.replace(/[x/]/g, ''))
  const tile = { level: Number(level), index, width: Number(partial ?? TILE_WIDTH) }
  const isTile = tile.level <= MAX_LEVEL && Number.isSafeInteger(index) && tile.width <= TILE_WIDTH
  // One tile has one address: neither groups of zeros in front nor a full one in the form of a partial one.
  if (isTile && tilePath(tile) === path) return tile
  throw new Malformed('this is not the address of a tile')
}
