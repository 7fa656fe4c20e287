import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Entry, Page } from '../medium.js'
import { isObjectKey } from '../object-key.js'

/** Where files are until they are written. */
export const UNFINISHED = 'unfinished'

/** The place of an object: two levels, so that no directory has many entries. */
export function placeOf(key: string): string {
  return join(key.slice(0, 2), key.slice(2, 4), key)
}

/** Everything below one entry of the directory, and below the next one for the page after it. */
export async function pageOf(directory: string, from = ''): Promise<Page> {
  const entries = await readdir(directory, { withFileTypes: true })
  const [first, second] = entries
    .filter(({ name }) => name !== UNFINISHED && name >= from)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  if (first === undefined) return { entries: [] }
  return { entries: await entriesBelow(directory, '', first, 2), ...(second && { next: second.name }) }
}

/** @param levels of directories that may lie below */
async function entriesBelow(
  directory: string,
  parent: string,
  entry: Dirent,
  levels: number,
): Promise<readonly Entry[]> {
  const name = join(parent, entry.name)
  if (entry.isFile()) return [{ name, ...(isInPlace(name, entry.name) && { key: entry.name }) }]
  if (!entry.isDirectory() || levels === 0) return [{ name }]
  const below: Entry[] = []
  for (const each of await readdir(join(directory, name), { withFileTypes: true }))
    below.push(...(await entriesBelow(directory, name, each, levels - 1)))
  return below
}

function isInPlace(name: string, base: string): boolean {
  return isObjectKey(base) && name === placeOf(base)
}
