import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** What a receiver of webhooks needs to speak https on this machine. */
export interface Certificate {
  readonly key: Buffer
  readonly cert: Buffer
  /** for `NODE_EXTRA_CA_CERTS` of whoever calls it */
  readonly file: string
}

/** Makes a certificate for 127.0.0.1 that nobody but this drill trusts. */
export async function newCertificate(directory: string): Promise<Certificate> {
  const [key, file] = [join(directory, 'receiver.key'), join(directory, 'receiver.crt')]
  const subject = ['-subj', '/CN=webhook receiver of a drill', '-addext', 'subjectAltName=IP:127.0.0.1']
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']
  await promisify(execFile)('openssl', ['req', ...kind, ...subject, '-keyout', key, '-out', file])
  return { key: await readFile(key), cert: await readFile(file), file }
}
