import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { openSandbox, type PoolBounds, ProcessPool, type Secrets } from '@ecmr/process-pool'
import type { RenderJob } from '../render-job.js'
import {
  type DocumentRenderer,
  DocumentRenderingUnavailable,
  DocumentTooLarge,
  type RenderCaller,
  type RenderedDocument,
} from './port.js'
import { isRenderAnswer } from './process/messages.js'
import { type ObserveRendering, type RenderingLog, withRenderingLog } from './rendering-log.js'

/** What rendering documents takes. */
interface DocumentRendererOptions {
  /** how many documents are rendered at once */
  readonly processes: number
  readonly log: RenderingLog
  /** takes how each rendering ended, and after how long */
  readonly observe?: ObserveRendering
  /**
   * what the processes should have no part in: they are started with as few rights as the system can be brought to give them; absent:
   * with those of this process
   */
  readonly kept?: Secrets
  /** other times and sizes than the usual ones */
  readonly bounds?: Partial<PoolBounds>
  /** a folder with other templates than ours */
  readonly templates?: URL
}

const MB = 1024 * 1024

const renderingBounds: PoolBounds = {
  startMs: 20_000,
  workMs: 20_000,
  turnMs: 60_000,
  answerMs: 60_000,
  abandonedMs: 2000,
  idleMs: 5 * 60_000,
  startAgainMs: 5000,
  waitingEach: 50,
  waitingBytes: 64 * MB,
  heap: 256 * MB,
  mostMemory: 768 * MB,
  keptMemory: 320 * MB,
  jobsEach: 500,
}

const { resolve } = createRequire(import.meta.url)

const program = {
  entry: fileURLToPath(new URL('./process/main.js', import.meta.url)),
  natives: [resolve('@myriaddreamin/typst-ts-node-compiler'), resolve('@napi-rs/canvas')],
}

const ourTemplates = new URL('../../templates/', import.meta.url)
const EXPECTED_SECONDS = 0.2
const AGAIN_SECONDS = 60

/**
 * Opens the renderer of documents. It starts processes when the first document comes, and ends those that have nothing to do.
 *
 * @example
 * const renderer = openDocumentRenderer({ processes: 1, log, kept: keptSecrets(config) })
 * const { bytes, sha256 } = await renderer.render(job, { companyId, signal })
 */
export function openDocumentRenderer(options: DocumentRendererOptions): DocumentRenderer {
  const { processes, log, observe, bounds, templates = ourTemplates } = options
  const closing = new AbortController()
  const launch = launchOf(options, closing.signal)
  const pool = new ProcessPool({
    processes,
    bounds: { ...renderingBounds, ...bounds },
    entry: program.entry,
    args: [templates.href],
    ...(launch && { launch }),
    expectedSeconds: EXPECTED_SECONDS,
    log,
    unavailable: (...why) => new DocumentRenderingUnavailable(...why),
  })
  const render = (job: RenderJob, caller: RenderCaller) => rendered(pool, job, caller)
  return {
    render: withRenderingLog(render, log, observe),
    state: () => pool.state(),
    close: async () => {
      closing.abort()
      await pool.close()
    },
  }
}

/** How processes are started, found out when the first one is needed. */
function launchOf({ kept, log, templates = ourTemplates }: DocumentRendererOptions, signal: AbortSignal) {
  if (kept === undefined) return undefined
  let sandbox: ReturnType<typeof openSandbox> | undefined
  return () => {
    const apart = { ...program, folders: [fileURLToPath(templates)] }
    sandbox ??= openSandbox({ purpose: 'rendering', program: apart, kept, log, signal })
    return sandbox.launch
  }
}

const PICTURE_NAME = /^[a-z0-9-]{1,80}$/

async function rendered(pool: ProcessPool, job: RenderJob, caller: RenderCaller): Promise<RenderedDocument> {
  for (const { name } of job.images)
    if (!PICTURE_NAME.test(name))
      throw new RangeError('a picture has a name of other than a to z, 0 to 9 and -')
  const bytes = sizeOf(job)
  const answer = await pool.ask({ task: job.template, work: job, bytes, ...caller, isAnswer: isRenderAnswer })
  if (answer === undefined)
    throw new DocumentRenderingUnavailable(AGAIN_SECONDS, 'a document could not be rendered twice')
  if (!answer.ok) throw new DocumentTooLarge(answer.bytes, answer.parts)
  const { ok: _, ...document } = answer
  return { ...document, sha256: createHash('sha256').update(document.bytes).digest('hex') }
}

function sizeOf({ data, attachments, images }: RenderJob): number {
  return [...attachments, ...images].reduce((sum, { bytes }) => sum + bytes.length, data.length)
}
