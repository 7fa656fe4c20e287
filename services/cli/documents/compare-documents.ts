import { type IssuedInput, issuedInput } from '@ecmr/application'
import {
  attachedProof,
  type DocumentRenderer,
  DocumentRenderingUnavailable,
  DocumentTooLarge,
  documentContent,
  templateVersions,
} from '@ecmr/documents'
import type { IssuedVersion } from './issued-versions.js'
import type { Compared } from './verify-documents.js'

const OTHER_BYTES =
  'rendering it again gives different bytes; if SITE_URL was different when it was issued, use --site-url'
const LACKING: Readonly<Record<Exclude<IssuedInput['outcome'], 'found'>, Compared>> = {
  no_note: {
    problem: 'different',
    detail: 'the event log does not contain the note as the document states it',
  },
  no_link: { problem: 'missing', detail: 'its public address is not in the database' },
  no_token: 'unknown_address',
}

/**
 * Renders versions again, and compares them with the bytes that were issued.
 *
 * @param cases.siteUrl as it was when they were issued
 * @throws DocumentRenderingUnavailable when nothing can be rendered
 */
export function documentComparison(
  cases: Parameters<typeof issuedInput>[0] & {
    readonly renderer: Pick<DocumentRenderer, 'render' | 'state'>
    readonly signal: AbortSignal
  },
): (version: IssuedVersion, bytes: Uint8Array) => Promise<Compared> {
  const { renderer, signal } = cases
  return async ({ company_id: companyId, ecmr_id, issued }, bytes) => {
    if (issued.template !== templateVersions[issued.kind]) return 'older_template'
    const made = await issuedInput(cases, ecmr_id, issued)
    if (made.outcome !== 'found') return LACKING[made.outcome]
    try {
      const proof = await attachedProof(bytes)
      const input = { ...made.input, ...(proof !== undefined && { proof }) }
      const rendered = await renderer.render(documentContent(input), { companyId, signal })
      return isOf(bytes, rendered.bytes) ? 'same' : { problem: 'different', detail: OTHER_BYTES }
    } catch (error) {
      return { problem: 'different', detail: whyNotRendered(error, renderer) }
    }
  }
}

/** A seal stands behind the bytes that were rendered, which stay as they are. */
function isOf(issued: Uint8Array, rendered: Uint8Array): boolean {
  return Buffer.from(issued.buffer, issued.byteOffset, Math.min(issued.length, rendered.length)).equals(
    rendered,
  )
}

/** @throws the error, when it is no fault of the document */
function whyNotRendered(error: unknown, renderer: Pick<DocumentRenderer, 'state'>): string {
  const isOwn = error instanceof DocumentRenderingUnavailable && renderer.state().fault === undefined
  if (isOwn || error instanceof DocumentTooLarge) return `it cannot be rendered again: ${error.message}`
  throw error
}
