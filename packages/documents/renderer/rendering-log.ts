import { type DocumentRenderer, DocumentRenderingUnavailable, DocumentTooLarge } from './port.js'

/** Where a renderer logs what goes wrong. */
export interface RenderingLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}

/** Takes how a rendering ended, and after how many seconds. */
export type ObserveRendering = (
  outcome: 'rendered' | 'too_large' | 'unavailable' | 'abandoned' | 'failed',
  seconds: number,
) => void

/** Rendering that tells how each document ends, and warns when one cannot be made: never with what is in it. */
export function withRenderingLog(
  render: DocumentRenderer['render'],
  log: RenderingLog,
  observe?: ObserveRendering,
): DocumentRenderer['render'] {
  return async (job, caller) => {
    const started = performance.now()
    const tell = (outcome: Parameters<ObserveRendering>[0]): void =>
      observe?.(outcome, (performance.now() - started) / 1000)
    try {
      const document = await render(job, caller)
      tell('rendered')
      return document
    } catch (error) {
      const outcome = howItFailed(error, caller.signal)
      tell(outcome)
      const reason = error instanceof DocumentRenderingUnavailable ? error.reason : undefined
      if (outcome !== 'abandoned')
        log.warn({ outcome, reason, template: job.template }, 'a document could not be rendered')
      throw error
    }
  }
}

function howItFailed(error: unknown, signal: AbortSignal): Parameters<ObserveRendering>[0] {
  if (error instanceof DocumentRenderingUnavailable) return 'unavailable'
  if (error instanceof DocumentTooLarge) return 'too_large'
  return signal.aborted ? 'abandoned' : 'failed'
}
