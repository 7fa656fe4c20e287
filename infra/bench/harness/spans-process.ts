import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { listen } from '../../harness/listen.js'

// A receiver of traces (OTLP over HTTP, JSON) in a process of its own, as a collector is. The port `PORT` tells how many spans it
// has taken.

const sent = Type.Object({
  resourceSpans: Type.Array(
    Type.Object({ scopeSpans: Type.Array(Type.Object({ spans: Type.Array(Type.Unknown()) })) }),
  ),
})

let taken = 0

const receiver = createServer(async (request, response) => {
  if (request.method === 'POST') {
    const { resourceSpans } = Value.Parse(sent, await json(request))
    for (const { scopeSpans } of resourceSpans) for (const { spans } of scopeSpans) taken += spans.length
  }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ taken }))
})
await listen(receiver, Number(process.env.PORT))
