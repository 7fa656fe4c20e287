import { createServer } from 'node:http'
import { once } from 'node:events'
import { json } from 'node:stream/consumers'
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Test } from 'tap'
import { portOf } from './port-of.js'

const attribute = Type.Object({ key: Type.String(), value: Type.Record(Type.String(), Type.Unknown()) })
const span = Type.Object({
  traceId: Type.String(),
  spanId: Type.String(),
  parentSpanId: Type.Optional(Type.String()),
  name: Type.String(),
  kind: Type.Integer(),
  startTimeUnixNano: Type.String(),
  endTimeUnixNano: Type.String(),
  attributes: Type.Array(attribute),
})
/** What OTLP over HTTP sends as JSON, as far as we look at it. */
const request = Type.Object({
  resourceSpans: Type.Array(
    Type.Object({
      resource: Type.Object({ attributes: Type.Array(attribute) }),
      scopeSpans: Type.Array(Type.Object({ spans: Type.Array(span) })),
    }),
  ),
})

/** A span as a receiver gets it. */
export interface ReceivedSpan extends Static<typeof span> {
  /** the process that sent it */
  readonly service: string
}

export interface OtlpReceiver {
  /** what OTEL_EXPORTER_OTLP_ENDPOINT names */
  readonly url: string
  readonly spans: readonly ReceivedSpan[]
  /** headers of the requests, in order */
  readonly headers: readonly Readonly<Record<string, unknown>>[]
  /** what of a trace has come, as a tree of `service: name`, siblings in order of their names */
  tree(traceId: string): string
}

/** A receiver of traces: OTLP over HTTP, JSON. */
export async function startOtlpReceiver(t: Test): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = []
  const headers: Readonly<Record<string, unknown>>[] = []
  const server = createServer(async (incoming, response) => {
    headers.push(incoming.headers)
    const body: unknown = await json(incoming)
    if (incoming.url !== '/v1/traces' || !Value.Check(request, body)) {
      response.writeHead(400).end()
      return
    }
    for (const { resource, scopeSpans } of body.resourceSpans) {
      const name = resource.attributes.find(({ key }) => key === 'service.name')
      const service = String(name?.value.stringValue)
      for (const each of scopeSpans) spans.push(...each.spans.map((one) => ({ ...one, service })))
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.teardown(() => {
    server.close()
    server.closeAllConnections()
  })
  function treeBelow(traceId: string, parent: string | undefined, depth: number): readonly string[] {
    const known = new Set(spans.map(({ spanId }) => spanId))
    return spans
      .filter((one) => one.traceId === traceId)
      .filter(({ parentSpanId }) =>
        parent === undefined ? !known.has(parentSpanId ?? '') : parentSpanId === parent,
      )
      .toSorted((a, b) => (`${a.service} ${a.name}` < `${b.service} ${b.name}` ? -1 : 1))
      .flatMap(({ spanId, service, name }) => [
        `${'  '.repeat(depth)}${service}: ${name}`,
        ...treeBelow(traceId, spanId, depth + 1),
      ])
  }
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    spans,
    headers,
    tree: (traceId) => treeBelow(traceId, undefined, 0).join('\n'),
  }
}
