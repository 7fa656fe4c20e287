import {
  type DocumentRenderer,
  openDocumentRenderer,
  type RenderedDocument,
  type RenderJob,
} from '@ecmr/documents'
import type { Test } from 'tap'

/** A small document that shows these lines. */
export function job(lines: readonly string[], more: Partial<RenderJob> = {}): RenderJob {
  const data = JSON.stringify({ heading: 'Consignment note', lines })
  return {
    template: 'cmr',
    language: 'es',
    title: 'ECMR-1 <b> #x',
    data,
    attachments: [attachment('record.json', Buffer.from('{"reference":"ñ"}'))],
    images: [],
    createdAt: '2026-10-05T10:00:00.123Z',
    modifiedAt: '2026-10-05T10:00:00.123Z',
    ...more,
  }
}

export function attachment(name: string, bytes: Uint8Array): RenderJob['attachments'][number] {
  return { name, mediaType: 'application/json', relationship: 'source', description: 'The record', bytes }
}

type Options = Partial<Parameters<typeof openDocumentRenderer>[0]>

interface Probe {
  readonly renderer: DocumentRenderer
  readonly logged: readonly object[]
  readonly observed: readonly string[]
  render(job: RenderJob, signal?: AbortSignal): Promise<RenderedDocument>
}

/** A renderer with a small template, what it logs, and how renderings ended. */
export function probe(t: Test, options: Options = {}): Probe {
  const logged: object[] = []
  const observed: string[] = []
  const keep = (fields: object): void => void logged.push(fields)
  const renderer = openDocumentRenderer({
    processes: 1,
    log: { info: keep, warn: keep },
    observe: (outcome) => void observed.push(outcome),
    templates: new URL('../../documents/probe/', import.meta.url),
    ...options,
  })
  t.teardown(() => renderer.close())
  const render = (wanted: RenderJob, signal = new AbortController().signal) =>
    renderer.render(wanted, { companyId: 'one', signal })
  return { renderer, logged, observed, render }
}
