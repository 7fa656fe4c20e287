import { PROOF_NAME } from '../content/attachments.js'

/** The proof that is attached to a document of ours. It cannot be made again: since then others may have cosigned its checkpoint. */
export async function attachedProof(pdf: Uint8Array): Promise<string | undefined> {
  const { PDF } = await import('@libpdf/core')
  const bytes = (await PDF.load(pdf)).attachments.get(PROOF_NAME)
  return bytes ? new TextDecoder().decode(bytes) : undefined
}
