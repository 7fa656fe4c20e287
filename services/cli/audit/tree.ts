import { readFile, stat } from 'node:fs/promises'
import { type EventStore, type Position, START } from '@ecmr/event-store'
import {
  checkpointsInDatabase,
  checkpointsOutside,
  type FoundCheckpoints,
  holdsTree,
  inOrderOfSize,
  openNote,
  parseCheckpoint,
  sealedTree,
  startAfter,
  tileReader,
  treeWalk,
  type VerifierKey,
  type WalkStart,
} from '@ecmr/evidence'
import { openNamedObjects } from '@ecmr/storage'
import { CommandFailed } from '../failure.js'
import type { Installation } from '../installation.js'

/** Which checkpoints to compare with, and which one to believe. */
export interface TreeOptions {
  /** of the log, by which checkpoints are verified */
  readonly keys: readonly VerifierKey[]
  /** directories that hold checkpoints, besides EVIDENCE_CHECKPOINTS */
  readonly directories: readonly string[]
}

/** A checkpoint after which the log is verified. */
export interface Since {
  readonly size: number
  readonly start: WalkStart
}

/**
 * Prepares to hold the log's tree against the log, and against every checkpoint that there is now.
 *
 * @returns undefined when there are neither a tree nor checkpoints
 * @throws CommandFailed
 */
export async function openTree(
  { pool, config }: Pick<Installation, 'pool' | 'config'>,
  { keys, directories }: TreeOptions,
  since: Since | undefined,
): Promise<ReturnType<typeof treeWalk> | undefined> {
  const places = [
    ...(config.evidence.checkpoints ? [config.evidence.checkpoints] : []),
    ...(await Promise.all(directories.map(directory))),
  ]
  const outside = await Promise.all(places.map((place) => checkpointsOutside(openNamedObjects(place), keys)))
  const isKept = await keepsTree(pool)
  if (!isKept && outside.length === 0) return undefined
  const inside: readonly FoundCheckpoints[] = isKept ? [await checkpointsInDatabase(pool, keys)] : []
  // Looked at after the checkpoints, whose events it has therefore.
  const stored = isKept ? { ...(await sealedTree(pool)), read: tileReader(pool) } : undefined
  return treeWalk({
    stored,
    checkpoints: inOrderOfSize([...inside, ...outside]),
    ...(since && { from: since.start.edge }),
  })
}

/** Installations of older versions have no tables for it. */
async function keepsTree(pool: Installation['pool']): Promise<boolean> {
  const { rows } = await pool.query<{ readonly isKept: boolean }>(
    `select to_regclass('evidence.tiles') is not null and to_regclass('evidence.checkpoints') is not null as "isKept"`,
  )
  return rows[0]?.isKept ?? false
}

async function directory(path: string): Promise<{ readonly kind: 'local'; readonly directory: string }> {
  const found = await stat(path).catch(() => undefined)
  if (found?.isDirectory()) return { kind: 'local', directory: path }
  throw new CommandFailed(`${path} is no directory; name one with checkpoints by --checkpoints.`)
}

/**
 * Reads the checkpoint in a file, which is believed, and finds where the log is to be verified from.
 *
 * @throws CommandFailed when it is no checkpoint of the log, or the log’s tree is another one
 */
export async function sinceCheckpoint(
  { pool }: Pick<Installation, 'pool'>,
  store: Pick<EventStore, 'readStreamEnd' | 'isPosition'>,
  file: string,
  keys: readonly VerifierKey[],
): Promise<Since> {
  const checkpoint = await readCheckpoint(file, keys)
  const { size } = checkpoint
  const start = (await keepsTree(pool)) ? await startAfter(pool, checkpoint) : undefined
  if (!start) {
    throw new CommandFailed(
      `The stored tree does not have the root that ${file} states for ${size} events. Verify the whole log, without --since.`,
    )
  }
  if (start.last && !(store.isPosition(start.last.position) && (await holdsTree(store, start)))) {
    const { stream, revision } = start.last
    throw new CommandFailed(
      `The log does not hold event ${revision} of ${stream} where the tree has it. Verify the whole log, without --since.`,
    )
  }
  return { size, start }
}

/** The log’s events up to here are believed. */
export function believedUpTo(since: Since | undefined): Position {
  return since?.start.last?.position ?? START
}

async function readCheckpoint(file: string, keys: readonly VerifierKey[]) {
  try {
    return parseCheckpoint(openNote(await readFile(file, 'utf8'), keys).text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CommandFailed(`${file} is no checkpoint of this log: ${reason}.`)
  }
}
