import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A directory for all that a drill writes. Others may pass through it, because under root PostgreSQL runs
 * as another user and keeps its files in here too; they are removed with it.
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
