import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type EvidenceKeySource, readOrMakeKeyFile, reasonOf, StartFault } from '@ecmr/runtime'
import type { Signer } from '../formats/signed-note.js'
import { formatVerifierKey, type SignatureKind, verifierKey } from '../formats/verifier-key.js'

/** The key that signs, and by what others verify it. */
export interface LogKey extends Signer {
  /** verifier key (C2SP `signed-note`) */
  readonly vkey: string
}

/**
 * What the event log of an installation is called in checkpoints (C2SP `tlog-checkpoint`, origin). Without a public address ports
 * do not count: they differ from process to process, and from one start to the next.
 */
export function originOf(siteUrl: string): string {
  const { host, hostname } = new URL(siteUrl)
  return `${hostname === 'localhost' ? hostname : host}/ecmr-log`
}

/**
 * The key of an installation; one that is generated is made at the first call, readable by its owner alone.
 *
 * @param name the log's origin
 * @throws StartFault saying what the file must be
 */
export async function openLogKey(source: EvidenceKeySource, name: string): Promise<LogKey> {
  const { path, isGenerated } = source
  const text = isGenerated ? readOrMakeKeyFile(path, newKey) : readFile(path, 'utf8')
  return signerIn(await text.catch((error: unknown) => refuse(path, reasonOf(error), error)), path, name)
}

/**
 * A private key from a file.
 *
 * @param kind what it is to sign
 * @throws StartFault
 */
export async function readSigner(path: string, name: string, kind?: SignatureKind): Promise<LogKey> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => refuse(path, reasonOf(error), error))
  return signerIn(text, path, name, kind)
}

function signerIn(text: string, path: string, name: string, kind?: SignatureKind): LogKey {
  const privateKey = privateKeyIn(text, path)
  if (privateKey.asymmetricKeyType !== 'ed25519')
    refuse(path, `it holds a key of the kind ${privateKey.asymmetricKeyType}`)
  return { name, privateKey, vkey: formatVerifierKey(verifierKey(name, privateKey, kind)) }
}

function privateKeyIn(text: string, path: string): KeyObject {
  try {
    return createPrivateKey(text)
  } catch (error) {
    return refuse(path, 'it holds no private key that can be read without a password', error)
  }
}

function refuse(path: string, why: string, cause?: unknown): never {
  throw new StartFault(
    `The key of the evidence, ${path}, cannot be used: ${why}. EVIDENCE_KEY_FILE must name an Ed25519 key in PKCS#8 (PEM), as "openssl genpkey -algorithm ed25519" makes it.`,
    { cause },
  )
}

/** A new private key, PKCS#8 in PEM. */
export function newKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}
