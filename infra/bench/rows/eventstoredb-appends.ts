import { randomUUID } from 'node:crypto'
import { openEventStoreDb } from '@ecmr/event-store'
import { EventStoreDBClient, jsonEvent, NO_STREAM } from '@eventstore/db-client'
import { noteEvent } from '../harness/note-events.js'
import { rate } from '../harness/rate.js'
import { compared, type Row } from '../harness/row.js'
import { startStandIn } from '../harness/servers.js'

const CALLERS = 64

// Appends of one event to a new stream each over gRPC, 64 callers, against the bare client sending the same to the same
// server: what checking, encoding, our own time limits and reading the answer cost.
export const eventStoreDbAppends: Row = {
  name: 'eventstoredb-appends',
  group: 'production',
  run: async (bench) => {
    const server = await startStandIn()
    const store = await openEventStoreDb({ url: server.url })
    const client = EventStoreDBClient.connectionString(server.url)
    const ours: number[] = []
    const baseline: number[] = []
    try {
      for (let round = 0; round <= bench.rounds; round++) {
        const bare = await rate(CALLERS, bench.seconds / 2, async () => {
          const id = randomUUID()
          await client.appendToStream(`ecmr-${id}`, jsonEvent({ ...noteEvent(id) }), {
            expectedRevision: NO_STREAM,
          })
        })
        const adapted = await rate(CALLERS, bench.seconds / 2, async () => {
          const id = randomUUID()
          const result = await store.append(`ecmr-${id}`, 'no_stream', [noteEvent(id)])
          if (!result.ok) throw new Error('a new stream was refused')
        })
        if (round === 0) continue
        baseline.push(bare)
        ours.push(adapted)
      }
    } finally {
      await store.close()
      await client.dispose()
      await server.stop()
    }
    return [
      compared({
        what: 'appends over gRPC, 64 callers',
        unit: '/s',
        ours,
        baseline,
        goal: { at: 'least', value: 0.8 },
        remark: 'the server is the stand-in for EventStoreDB',
      }),
    ]
  },
}
