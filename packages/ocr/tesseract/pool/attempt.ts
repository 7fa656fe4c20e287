import type { DocumentImage } from '../../images/document-image.js'
import type { Want } from '../process/messages.js'
import type { PageProcess, WorkEnd } from './page-process.js'

/** A page that a process is to look at. */
export interface Attempt {
  readonly want: Want
  readonly image: DocumentImage
  /** aborts when nobody waits for it any more */
  readonly signal: AbortSignal
}

/** Has a process look at a page; for somebody who has left, `abandonedMs` longer at most. */
export async function attempt(
  process: PageProcess,
  { want, image, signal }: Attempt,
  abandonedMs: number,
): Promise<WorkEnd> {
  let timer: NodeJS.Timeout | undefined
  const leave = (): void => {
    timer = setTimeout(() => process.kill('nobody waited for it any more'), abandonedMs)
  }
  signal.addEventListener('abort', leave, { once: true })
  try {
    const end = await process.work(want, image)
    // Ended for want of somebody who waits it says nothing about itself, not even when it had not started yet.
    if (end.kind === 'unusable' && signal.aborted) return { kind: 'failed', reason: end.reason }
    return end
  } finally {
    signal.removeEventListener('abort', leave)
    clearTimeout(timer)
  }
}
