import { parseDecimal, parseHash, toBase64 } from './encodings.js'
import { Malformed } from './refusals.js'

/** What a checkpoint states (C2SP `tlog-checkpoint`). */
export interface CheckpointText {
  /** which log it is */
  readonly origin: string
  readonly size: number
  readonly root: Uint8Array
  /** RFC 3339, UTC; our logs say it in an extension line, others need not */
  readonly at?: string
}

const AT = 'at '
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/

/** The text of a checkpoint, to be signed as a note. */
export function formatCheckpoint({ origin, size, root, at }: CheckpointText): string {
  return `${origin}\n${size}\n${toBase64(root)}\n${at === undefined ? '' : `${AT}${at}\n`}`
}

/**
 * Reads the text of a checkpoint. Extension lines of others are passed over.
 *
 * @throws Malformed
 */
export function parseCheckpoint(text: string): CheckpointText {
  if (!text.endsWith('\n')) throw new Malformed('the last line of the checkpoint does not end')
  const lines = text.slice(0, -1).split('\n')
  const [origin, size, root, ...extensions] = lines
  if (origin === undefined || size === undefined || root === undefined)
    throw new Malformed('the checkpoint has fewer than three lines')
  if (lines.includes('')) throw new Malformed('the checkpoint has an empty line')
  return {
    origin,
    size: parseDecimal(size, "the checkpoint's size"),
    root: parseHash(root, "the checkpoint's root"),
    ...instantOf(extensions),
  }
}

function instantOf(extensions: readonly string[]): Pick<CheckpointText, 'at'> {
  const [instant, ...more] = extensions.filter((line) => line.startsWith(AT))
  if (instant === undefined) return {}
  const at = instant.slice(AT.length)
  if (more.length > 0) throw new Malformed('the checkpoint says twice when it was made')
  if (!INSTANT.test(at) || Number.isNaN(Date.parse(at)))
    throw new Malformed('the checkpoint says when it was made in a form that is not RFC 3339 in UTC')
  return { at }
}
