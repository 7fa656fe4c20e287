import {
  type DocumentReader,
  DocumentReadingUnavailable,
  type ReadingLog,
  type ReadingOutcome,
  type ReadingRequest,
} from '../port.js'

/** Who wants to know how readings end. */
interface ReadingObserver {
  /** the engine's name */
  readonly provider: string
  readonly log: ReadingLog
  readonly observe?: ObserveReading
}

/** Takes how a reading ended: `read`, the code of a fault, `unavailable`, `abandoned` or `failed`; and after how many seconds. */
export type ObserveReading = (outcome: string, seconds: number) => void

/** A reader that tells how each reading ends: sizes, times and counts, never what is in an image. */
export function withReadingLog(
  reader: DocumentReader,
  { provider, log, observe }: ReadingObserver,
): DocumentReader {
  return {
    async read(request) {
      const started = performance.now()
      const facts = (outcome: string): object => {
        const ms = Math.round(performance.now() - started)
        observe?.(outcome, ms / 1000)
        return { outcome, ms, provider, ...sizes(request) }
      }
      try {
        const outcome = await reader.read(request)
        log.info(
          { ...facts(outcome.ok ? 'read' : outcome.fault.code), ...counts(outcome) },
          'a document was looked at',
        )
        return outcome
      } catch (error) {
        const how = howItFailed(error, request)
        const reason = error instanceof DocumentReadingUnavailable ? { reason: error.reason } : {}
        if (how === 'abandoned') log.info(facts(how), 'nobody waited for a reading any more')
        else log.warn({ ...facts(how), ...reason }, 'a document could not be read')
        throw error
      }
    },
  }
}

function sizes({ files }: ReadingRequest): object {
  const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0)
  const [first] = files
  return {
    ...(first && 'width' in first && { width: first.width, height: first.height }),
    files: files.length,
    bytes,
  }
}

function counts(outcome: ReadingOutcome): object {
  if (!outcome.ok) return {}
  const { document_type, fields } = outcome.reading
  return { document_type, fields: fields.length, pages: outcome.pictures.length }
}

function howItFailed(error: unknown, { signal }: ReadingRequest): 'unavailable' | 'abandoned' | 'failed' {
  if (error instanceof DocumentReadingUnavailable) return 'unavailable'
  return signal.aborted ? 'abandoned' : 'failed'
}
