import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'

/** What a certificate is to be, other than one of a company with an RSA key, from now on for a day. */
interface Wanted {
  readonly key?: readonly string[]
  readonly subject?: string
  /** below zero: it has expired */
  readonly days?: number
  readonly extensions?: string
}

interface Certificates {
  readonly password: string
  file(name: string): string
  write(name: string, content: string | Buffer): void
  openssl(...args: string[]): string
  /** Makes `<name>.pem` and `<name>.key`, and both in `<name>.p12`, whose path it returns. */
  make(name: string, wanted?: Wanted): string
}

/** Certificates that a test makes for itself, with openssl, in a folder that goes with it. */
export function certificates(t: Test): Certificates {
  const folder = mkdtempSync(join(tmpdir(), 'ecmr-seal-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const password = 'the password'
  const file = (name: string): string => join(folder, name)
  const openssl = (...args: string[]): string =>
    execFileSync('openssl', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  function make(name: string, wanted: Wanted = {}): string {
    const { key = ['rsa:2048'], subject = '/C=ES/O=García S.L./CN=Sello de García', days = 1 } = wanted
    const { extensions = 'keyUsage=critical,digitalSignature' } = wanted
    const [pem, secret, p12] = [`${name}.pem`, `${name}.key`, `${name}.p12`]
    const asked = ['-nodes', '-utf8', '-subj', subject, '-addext', extensions, '-newkey', ...key]
    openssl('req', '-new', ...asked, '-keyout', secret, '-out', 'asked')
    const signed = ['-copy_extensions', 'copyall', '-days', String(days), '-in', 'asked', '-signkey', secret]
    openssl('x509', '-req', ...signed, '-out', pem)
    openssl('pkcs12', '-export', '-inkey', secret, '-in', pem, '-out', p12, '-passout', `pass:${password}`)
    return file(p12)
  }
  return { password, file, openssl, make, write: (name, content) => writeFileSync(file(name), content) }
}
