import { randomUUID } from 'node:crypto'
import { Type } from '@sinclair/typebox'
import { accepted, exampleNote, send } from '../../harness/requests.js'
import { compared, inTurn, type Row } from '../harness/bench.js'
import { median } from '../harness/numbers.js'
import { type Customer, createsPerSecond } from './creates.js'

/** A hundred documents of each may be asked for. */
const NOTES = 100
const note = Type.Object({ id: Type.String() })

/** What is done meanwhile, one after the other without a pause. */
const meanwhile = {
  'rendered as drafts': (id: string) => ({ path: `/api/ecmrs/${id}/document.pdf?preview=true` }),
  issued: (id: string) => ({ path: `/api/ecmrs/${id}/documents`, body: { reason: randomUUID() } }),
} as const satisfies Record<string, (id: string) => { readonly path: string; readonly body?: object }>

// Durable creates at 64 connections while documents are made in the same installation, against the same without.
export const createsBesideDocuments: Row = async (bench) => {
  const database = await bench.database('bench_beside_documents')
  const service = await bench.service(database)
  const customer = { url: service.url, key: await bench.key(database, 'Bench') }
  const ids: string[] = []
  while (ids.length < NOTES)
    ids.push(
      (await accepted(await send(`${service.url}/api/ecmrs`, customer.key, { body: exampleNote }), note)).id,
    )
  const create = () => createsPerSecond(bench, customer)
  await create()
  const lines = []
  for (const [what, request] of Object.entries(meanwhile)) {
    const made: number[] = []
    const rates = await inTurn(bench, {
      baseline: create,
      async ours() {
        const load = new AbortController()
        const documents = keepMaking(customer, ids, request, load.signal)
        const rate = await create()
        load.abort()
        made.push((await documents) / bench.seconds)
        return rate
      },
    })
    lines.push(
      compared({
        what: `durable creates, 64 connections, while documents are ${what}`,
        ...{ unit: '/s', ...rates, goal: { at: 'least', value: 0.95 } },
        remark: `${median(made).toFixed(1)} documents a second`,
      }),
    )
  }
  await service.stop()
  return lines
}

/** Makes one document after the other until the signal aborts; how many. */
async function keepMaking(
  { url, key }: Customer,
  ids: readonly string[],
  request: (id: string) => { readonly path: string; readonly body?: object },
  signal: AbortSignal,
): Promise<number> {
  let made = 0
  for (; !signal.aborted; made++) {
    const { path, body } = request(ids[made % ids.length] ?? '')
    const answer = await send(url + path, key, { body })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    await answer.arrayBuffer()
  }
  return made
}
