import { tmpdir } from 'node:os'
import type { Launch } from './launches.js'

/** The whole environment of a process that reads pages. With files of its own it has a temporary folder of its own, too. */
export function readingEnvironment(launch: Launch): Readonly<Record<string, string>> {
  const folder = launch.includes('--mount') ? '/tmp' : tmpdir()
  // A user without an account has no home, which the image decoder asks for.
  return { LC_ALL: 'C.UTF-8', TZ: 'UTC', TMPDIR: folder, HOME: folder }
}
