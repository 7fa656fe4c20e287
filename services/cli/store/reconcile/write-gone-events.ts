import { type FileHandle, lstat, open, rename } from 'node:fs/promises'
import { CommandFailed } from '../../failure.js'
import type { KeptEvent } from './seen-notes.js'

/**
 * Writes events as JSON lines, readable for its owner only, and puts the file in its place when it is whole.
 *
 * @returns how many they are; without any there is no file
 * @throws CommandFailed when the file cannot be written
 */
export async function writeGoneEvents(
  file: string,
  pages: AsyncIterable<readonly KeptEvent[]>,
): Promise<number> {
  await mustBeReplaceable(file)
  const draft = `${file}.part`
  let handle: FileHandle | undefined
  let count = 0
  try {
    for await (const page of pages) {
      handle ??= await open(draft, 'w', 0o600)
      await handle.write(page.map((event) => `${line(event)}\n`).join(''))
      count += page.length
    }
    await handle?.sync()
    await handle?.close()
    if (handle) await rename(draft, file)
    return count
  } catch (error) {
    await handle?.close().catch(() => undefined)
    if (!(error instanceof Error && 'syscall' in error)) throw error
    throw new CommandFailed(
      `The events that are gone could not be written to ${file} (${error.message}); nothing was changed. Name another file with --out.`,
    )
  }
}

/** Only a file that is one may be replaced: not a device, a link or a folder. */
async function mustBeReplaceable(file: string): Promise<void> {
  const there = await lstat(file).catch(() => undefined)
  if (there && !there.isFile()) {
    throw new CommandFailed(
      `${file} is not a regular file; nothing was changed. Name another file with --out.`,
    )
  }
}

function line({ stream, revision, position, id, type, data, metadata }: KeptEvent): string {
  const { company_id, ecmr_number = null, recorded_at } = metadata
  return JSON.stringify({
    company_id,
    ecmr_number,
    type,
    recorded_at,
    stream,
    revision,
    position,
    id,
    data,
    metadata,
  })
}
