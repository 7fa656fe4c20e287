import { createHash } from 'node:crypto'

/** A file of a bundle. Large ones are read when their turn comes. */
export interface BundleFile {
  readonly name: string
  /** hex */
  readonly sha256: string
  /** how many bytes it has */
  readonly size: number
  read(): Promise<Uint8Array>
}

/** A file whose content is at hand. */
export function fileOf(name: string, content: string | Uint8Array): BundleFile {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { name, sha256, size: bytes.length, read: async () => bytes }
}

/** Files in the order in which bundles and manifests have them: by the bytes of their names. */
export function inOrder(files: readonly BundleFile[]): readonly BundleFile[] {
  return [...files].sort((a, b) => (a.name < b.name ? -1 : 1))
}
