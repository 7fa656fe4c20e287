import type { LeafEvent } from '../evidence.js'
import { type BundleFile, inOrder } from './bundle-file.js'

/** What a bundle is about, as its manifest says it. */
export interface ManifestSubject {
  readonly note: { readonly id: string; readonly number: string; readonly version: number }
  /** the note's last event in the bundle */
  readonly head: Pick<LeafEvent, 'stream' | 'revision'>
  /** the last event of the note's company within the size */
  readonly company?: Pick<LeafEvent, 'stream' | 'revision' | 'hash'>
  /** of the tree */
  readonly size: number
}

/** The text of a manifest, to be signed: the hash of each file, as `sha256sum` writes it, and what they are about. */
export function manifestText(
  files: readonly BundleFile[],
  { note, head, company, size }: ManifestSubject,
): string {
  const subject = `note ${note.id} ${note.number} version ${note.version}`
  const lines = [
    ...inOrder(files).map(({ sha256, name }) => `${sha256}  ${name}`),
    `${subject} last event ${head.stream}@${head.revision} at size ${size}`,
    ...(company ? [`company ${company.stream}@${company.revision} ${company.hash}`] : []),
  ]
  return lines.map((line) => `${line}\n`).join('')
}
