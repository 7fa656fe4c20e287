import { inParallel } from '@ecmr/runtime'
import { ObjectDamaged, type ObjectStorage } from '@ecmr/storage'
import type { Installation } from '../installation.js'
import { wasErased } from './erased-versions.js'
import { type IssuedVersion, issuedVersions } from './issued-versions.js'

/** At once: as many documents are in memory. */
const AT_ONCE = 4
/** More would add nothing, and take memory. */
const MOST_NAMED = 1_000

/** Something that is wrong with a version of a document. */
export interface DocumentProblem {
  readonly problem: 'missing' | 'damaged' | 'different'
  readonly ecmr_id: string
  readonly ecmr_number: string
  readonly document_id: string
  readonly version: number
  readonly sha256: string
  readonly detail: string
}

type Fault = Pick<DocumentProblem, 'problem' | 'detail'>

/** `unknown_address`: SECRET_KEY was another when its address was made */
type Outcome = 'same' | 'older_template' | 'unknown_address'

/** What rendering again found: that a version is the same, why it cannot be compared, or what is wrong. */
export type Compared = Outcome | Fault

/** What a walk over all issued versions found. */
export interface DocumentsReport {
  readonly ok: boolean
  /** how many were issued; one for several notes counts in each of them */
  readonly versions: number
  readonly bytes: number
  /** how many of those that were rendered again are the same, or cannot be compared; null: none was rendered */
  readonly rendered: Readonly<Record<Outcome, number>> | null
  readonly problems: readonly DocumentProblem[]
  /** how many more there are than are named */
  readonly more: number
}

/**
 * Reads the bytes of every version that the history says was issued, and compares them with its event. The memory that it takes does not
 * depend on their number.
 *
 * @param options.compare renders a version again and compares it with its bytes; absent: nothing is rendered
 * @throws StorageUnavailable, and the reason of the signal
 */
export async function verifyDocuments(
  { pool, signal }: Pick<Installation, 'pool' | 'signal'>,
  options: {
    readonly storage: Pick<ObjectStorage, 'get'>
    readonly companies: readonly string[]
    readonly compare?: ((version: IssuedVersion, bytes: Uint8Array) => Promise<Compared>) | undefined
    readonly onProgress: (versions: number) => void
  },
): Promise<DocumentsReport> {
  const { storage, companies, compare, onProgress } = options
  const rendered = { same: 0, older_template: 0, unknown_address: 0 }
  const problems: DocumentProblem[] = []
  let [versions, size, more] = [0, 0, 0]

  function add(version: IssuedVersion, { problem, detail }: Fault): void {
    const { ecmr_id, ecmr_number, issued } = version
    const { document_id, version: number, sha256 } = issued
    if (problems.length === MOST_NAMED) more++
    else problems.push({ problem, ecmr_id, ecmr_number, document_id, version: number, sha256, detail })
  }

  async function verify(version: IssuedVersion): Promise<void> {
    signal.throwIfAborted()
    const found = await keptBytes(storage, version)
    if ('problem' in found) {
      if (found.problem !== 'missing' || !(await wasErased({ pool }, version))) add(version, found)
    } else {
      size += found.bytes.length
      const compared = isLeading(version) ? await compare?.(version, found.bytes) : undefined
      if (typeof compared === 'string') rendered[compared]++
      else if (compared) add(version, compared)
    }
    onProgress(++versions)
  }

  await inParallel(versionsOf(pool, companies), AT_ONCE, verify)
  const ok = problems.length === 0
  return { ok, versions, bytes: size, rendered: compare ? rendered : null, problems, more }
}

async function* versionsOf(
  pool: Installation['pool'],
  companies: readonly string[],
): AsyncGenerator<IssuedVersion> {
  for (const company of companies) yield* issuedVersions(pool, company)
}

/** A document for several notes is recorded in each, and rendered for the first. */
function isLeading({ ecmr_id, issued: { notes } }: IssuedVersion): boolean {
  return notes === undefined || notes[0]?.ecmr_id === ecmr_id
}

/** The bytes of a version, as its event says that they are. The storage gives out none that have another hash. */
async function keptBytes(
  storage: Pick<ObjectStorage, 'get'>,
  { issued: { sha256, bytes: size } }: IssuedVersion,
): Promise<{ readonly bytes: Uint8Array } | Fault> {
  try {
    const bytes = await storage.get(sha256)
    if (bytes === undefined) return { problem: 'missing', detail: 'its file is not in the storage' }
    if (bytes.length === size) return { bytes }
    return { problem: 'damaged', detail: `it has ${bytes.length} bytes; its event says ${size}` }
  } catch (error) {
    if (error instanceof ObjectDamaged) return { problem: 'damaged', detail: error.fault }
    throw error
  }
}
