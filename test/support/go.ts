import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'
import { install, isInstalled } from '#harness/debian-package'

const PACKAGES = ['golang-go', 'golang-golang-x-mod-dev']
/** Where Debian puts packages' sources. */
const SOURCES = '/usr/share/gocode'
const isThere = (): boolean =>
  isInstalled('go', 'version') && existsSync(join(SOURCES, 'src/golang.org/x/mod/sumdb/tlog'))

/** Why Go programs cannot be built on this machine, or false: for the `skip` option of a test. */
export const withoutGo: string | false =
  !isThere() && `${PACKAGES.join(' and ')} are not installed (Debian packages) and could not be`

export function bringGo(): void {
  if (!isThere()) install('Go', PACKAGES)
}

/** Builds a program of one file from Debian's packages alone; it is gone with the test. */
export function goProgram(t: Test, source: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'ecmr-go-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const program = join(folder, 'program')
  const env = { ...process.env, GO111MODULE: 'off', GOPATH: SOURCES, GOCACHE: join(folder, 'cache') }
  execFileSync('go', ['build', '-o', program, source], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  return program
}
