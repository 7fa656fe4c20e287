import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../../harness/child.js'

const run = promisify(execFile)

/** The release before this one, ready to be started. */
export interface LastRelease {
  readonly name: string
  readonly checkout: string
  /** whether CHANGELOG says that no process of it starts again once this release was there */
  readonly isLeftForGood: boolean
  remove(): Promise<void>
}

/**
 * Finds the release before this one: in the checkout that is given, or else by the commit that CHANGELOG.md names.
 *
 * @param directory where it is checked out and installed
 * @throws Error with a sentence when that cannot be done
 */
export async function lastRelease(given: string | undefined, directory: string): Promise<LastRelease> {
  const { unreleased, version, commit } = releasesIn(await readFile(join(root, 'CHANGELOG.md'), 'utf8'))
  const isLeftForGood = unreleased.includes('Cannot be undone')
  if (given !== undefined)
    return { name: given, checkout: built(resolve(given)), isLeftForGood, remove: async () => undefined }
  const checkout = join(directory, 'release')
  console.log(`${version} is checked out (${commit.slice(0, 8)}) and installed, which takes a minute or two`)
  await run('git', ['worktree', 'add', '--detach', checkout, commit], { cwd: root }).catch(notThere(commit))
  await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: checkout, maxBuffer: 1 << 26 })
  const remove = async (): Promise<void> =>
    void (await run('git', ['worktree', 'remove', '--force', checkout], { cwd: root }))
  return { name: version, checkout: built(checkout), isLeftForGood, remove }
}

/** What CHANGELOG says of the changes since the last release, its version, and its commit. */
export function releasesIn(changelog: string) {
  const [, unreleased = '', last = ''] = changelog.split(/^## /m)
  const [, version] = /^\[([^\]]+)\]/.exec(last) ?? []
  const [, commit] = /^Commit ([0-9a-f]{40})\.?$/m.exec(last) ?? []
  if (version === undefined || commit === undefined)
    throw new Error('CHANGELOG.md does not name the commit of the last release ("Commit <40 hex digits>.")')
  return { unreleased, version, commit }
}

function built(checkout: string): string {
  if (existsSync(join(checkout, 'services/api/dist/main.js'))) return checkout
  throw new Error(`${checkout} has no services that are built; run "npm ci" there`)
}

function notThere(commit: string) {
  return (error: unknown): never => {
    const reason = error instanceof Error ? error.message.trim() : String(error)
    throw new Error(
      `the commit ${commit} cannot be checked out here (after a shallow clone: git fetch --unshallow), ` +
        `or name a checkout of it that "npm ci" has built: ${reason}`,
    )
  }
}
