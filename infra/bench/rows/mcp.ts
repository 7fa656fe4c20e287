import { hashPassword } from '@ecmr/accounts'
import { actingFor } from '@ecmr/domain'
import { listNotes } from '@ecmr/read-models'
import { accessToken } from '../../harness/assistant.js'
import type { Child } from '../../harness/child.js'
import { newOwner } from '../../harness/operator.js'
import { logIn } from '../../harness/person.js'
import { type Bench, compared, inTurn, type Line, type Row } from '../harness/bench.js'
import { press } from '../harness/crowd.js'
import { statementsOf } from './queries.js'

const COMPANY = 'Bench of assistants'
const PERSON = { email: 'assistants@example.com', password: 'only-on-this-bench-1' }

// The tool that assistants call most, in both generations of the protocol, with everything that a call goes through, against the
// SDK's smallest server that runs the very same statement.
export const mcp: Row = async (bench) => {
  const url = await bench.database('bench_mcp')
  const notes = bench.quick ? 1_000 : 10_000
  await bench.key(url, COMPANY)
  await bench.seed(url, COMPANY, notes, '--created-only')
  await bench.ecmr(url, 'projections', 'rebuild', 'all', '--drop-old')
  const service = await bench.service(url)
  const { companyId, token } = await connected(url, service)
  const query = { page: 1, limit: 20 }
  const [same] = await statementsOf(url, (pool) => listNotes(pool, actingFor(companyId), query))
  const smallest = await bench.baseline('mcp-smallest', url, {
    SQL_TEXT: same?.text ?? '',
    SQL_VALUES: JSON.stringify(same?.values),
  })
  const lines: Line[] = []
  for (const call of calls) lines.push(await side(bench, call, { service, smallest, token }))
  await smallest.stop()
  await service.stop()
  return lines
}

/** An assistant of the company, authorised by the usual flow. */
async function connected(
  url: string,
  service: Child,
): Promise<{ readonly companyId: string; readonly token: string }> {
  const { email, password } = PERSON
  const { companyId } = await newOwner(url, COMPANY, { email, password_hash: await hashPassword(password) })
  const site = `http://localhost:${new URL(service.url).port}`
  return { companyId, token: await accessToken(site, await logIn(site, PERSON)) }
}

interface Call {
  readonly revision: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const params = { name: 'buscar_ecmrs', arguments: { limit: 20 } }
const older = '2025-11-25'
const newer = '2026-07-28'

const newerHeaders = { 'mcp-protocol-version': newer, 'mcp-method': 'tools/call', 'mcp-name': params.name }
const newerBody = message({
  ...params,
  _meta: {
    'io.modelcontextprotocol/protocolVersion': newer,
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  },
})
// A name that is encoded is no plain call, so that the SDK's own handler answers it: see decision 0038.
const encoded = `=?base64?${Buffer.from(params.name).toString('base64')}?=`

const calls: readonly Call[] = [
  { revision: newer, headers: newerHeaders, body: newerBody },
  {
    revision: `${newer}, the SDK’s handler`,
    headers: { ...newerHeaders, 'mcp-name': encoded },
    body: newerBody,
  },
  { revision: older, headers: { 'mcp-protocol-version': older }, body: message(params) },
]

function message(params: unknown): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
}

async function side(
  bench: Bench,
  { revision, headers, body }: Call,
  at: { readonly service: Child; readonly smallest: Child; readonly token: string },
): Promise<Line> {
  const plain = {
    ...headers,
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
  }
  const ours = {
    url: `${at.service.url}/mcp`,
    headers: { ...plain, authorization: `Bearer ${at.token}` },
    method: 'POST',
    body,
  } as const
  const theirs = { url: `${at.smallest.url}/mcp`, headers: plain, method: 'POST', body } as const
  await mustFind(ours)
  await mustFind(theirs)
  const load = { connections: 16, seconds: bench.seconds / 2 }
  const rates = await inTurn(bench, {
    baseline: async () => (await press({ ...load, ...theirs })).perSecond,
    ours: async () => (await press({ ...load, ...ours })).perSecond,
  })
  const what = `buscar_ecmrs, 20 notes, MCP ${revision}`
  return compared({ what, unit: '/s', ...rates, goal: { at: 'least', value: 0.8 } })
}

/** Errors, too, come with 200; only what has twenty notes in it is worth measuring. */
async function mustFind(request: { readonly url: string } & RequestInit): Promise<void> {
  const answer = await fetch(request.url, request)
  const text = await answer.text()
  // The statement asks for one more than are shown, to see whether there is another page.
  const found = text.match(/\\"ecmr_number\\":/g)?.length ?? 0
  if (found < 20) throw new Error(`${request.url} answers with ${found} notes: ${text.slice(0, 500)}`)
}
