import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'
import { env, install, isInstalled } from '#harness/debian-package'

const PACKAGES = ['poppler-utils', 'qpdf', 'zbar-tools', 'openssl']
const isThere = (): boolean =>
  isInstalled('pdfinfo', '-v') &&
  isInstalled('openssl', 'version') &&
  ['qpdf', 'zbarimg'].every((name) => isInstalled(name))

/** Why files cannot be looked at on this machine, or false: for the `skip` option of a test. */
export const withoutPdfTools: string | false =
  !isThere() && `${PACKAGES.join(', ')} are not installed (Debian packages) and could not be`

export function bringPdfTools(): void {
  if (!isThere()) install('What looks at PDF files', PACKAGES)
}

/** A PDF file as the programs of others see it. */
export interface SeenPdf {
  /** what one of them says of it; `FILE` among the arguments stands for it */
  ask(program: string, ...args: string[]): string
  /** its text, one line, in the order in which it stands on the pages */
  text(): string
  /** an attached file, by its name */
  attached(name: string): string
}

/** Has others look at a PDF; throws when qpdf finds a fault in it. */
export function seenPdf(t: Test, bytes: Uint8Array): SeenPdf {
  const folder = mkdtempSync(join(tmpdir(), 'ecmr-pdf-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'document.pdf')
  writeFileSync(file, bytes)
  const ask = (program: string, ...args: string[]): string =>
    execFileSync(
      program,
      args.map((arg) => (arg === 'FILE' ? file : arg)),
      {
        env,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    )
  ask('qpdf', '--check', 'FILE')
  return {
    ask,
    text: () => ask('pdftotext', '-raw', 'FILE', '-').replace(/\s+/g, ' '),
    attached: (name) => {
      const out = join(folder, 'attached')
      ask('pdfdetach', '-savefile', name, '-o', out, 'FILE')
      return readFileSync(out, 'utf8')
    },
  }
}
