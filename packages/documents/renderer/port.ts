import type { RenderJob } from '../render-job.js'

/** For whom a document is rendered, and until when. */
export interface RenderCaller {
  /** no company takes all places */
  readonly companyId: string
  /** aborts when nobody waits for the document any more */
  readonly signal: AbortSignal
}

/** A PDF/A-3a with its attachments. */
export interface RenderedDocument {
  readonly bytes: Uint8Array
  /** of the bytes, hex */
  readonly sha256: string
  readonly pages: number
  /** which no font has, each once, as `U+2603`; U+25A1 stands for them */
  readonly replacedCharacters: readonly string[]
  /** pictures that could not be decoded, by name */
  readonly omittedPictures: readonly string[]
}

/** How a renderer is doing, for health. */
export interface RendererState {
  readonly waiting: number
  /** why documents cannot be rendered, since the last attempt; absent: they can, as far as is known */
  readonly fault?: string
}

/** Renders documents, apart from the process that asks. */
export interface DocumentRenderer {
  /**
   * The same job gives the same bytes.
   *
   * @throws DocumentRenderingUnavailable when no process can be started, too many documents are waiting, or it takes longer than
   *   the caller waits (`AbortSignal.timeout`)
   * @throws DocumentTooLarge when it has more than LARGEST_DOCUMENT bytes
   * @throws the signal's reason when it aborts otherwise
   */
  render(job: RenderJob, caller: RenderCaller): Promise<RenderedDocument>
  state(): RendererState
  /** Ends all processes; documents that wait are refused. Resolves when none is left. */
  close(): Promise<void>
}

/** Documents cannot be made now; trying again later may help. */
export class DocumentRenderingUnavailable extends Error {
  override readonly name = 'DocumentRenderingUnavailable'

  constructor(
    readonly retryAfterSeconds: number,
    /** for the log; never with text of a document */
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(reason, options)
  }
}

/** No document has more bytes (BOE-A-2026-12784, first). */
export const LARGEST_DOCUMENT = 5_000_000

/** What takes room in a document, and about how many bytes. */
export interface DocumentPart {
  /** of an attachment, or `pictures`, `pages`; with a seal, `document` and `seal` */
  readonly name: string
  readonly bytes: number
}

/** A document has more bytes than one may have. */
export class DocumentTooLarge extends Error {
  override readonly name = 'DocumentTooLarge'

  constructor(
    readonly bytes: number,
    /** the largest first */
    readonly parts: readonly DocumentPart[],
  ) {
    super(`the document has ${bytes} bytes, more than ${LARGEST_DOCUMENT}`)
  }
}
