import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A directory for all that a drill writes. Others may pass through it, so that the PostgreSQL of somebody who is root,
 * which runs as another user, keeps its files in there too, and they go with it.
 */
export async function newScratchDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'ecmr-drill-'))
  await chmod(directory, 0o711)
  return directory
}

/** Anything between two bounds, each as likely as the other. */
export function between({ least, most }: { readonly least: number; readonly most: number }): number {
  return least + Math.random() * (most - least)
}
