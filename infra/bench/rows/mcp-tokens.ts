import { hashPassword } from '@ecmr/accounts'
import { estimatedTokens, MOST_TOKENS } from '@ecmr/mcp'
import { Type } from '@sinclair/typebox'
import { accessToken } from '../../harness/assistant.js'
import { newOwner } from '../../harness/operator.js'
import { logIn } from '../../harness/person.js'
import { bodyOf, exampleNote, send } from '../../harness/requests.js'
import { atMost, type Line, type Row } from '../harness/bench.js'

const COMPANY = 'Bench of tokens'
const PERSON = { email: 'tokens@example.com', password: 'only-on-this-bench-1' }
const GOODS = Array.from({ length: 200 }, (_, n) => ({
  description: `Palé ${n} de aceite de oliva virgen extra en botellas de vidrio`,
  packages: 40,
  packaging: 'cajas de madera',
  marks: `LOTE-2026-${n}`,
  weight_kg: 512.5,
}))

interface Result {
  readonly content: readonly { readonly text: string }[]
  readonly structuredContent?: Readonly<Record<string, unknown>>
}

// How much of a conversation typical answers take, by the estimate that bounds them.
export const mcpTokens: Row = async (bench) => {
  const url = await bench.database('bench_mcp_tokens')
  const key = await bench.key(url, COMPANY)
  await bench.seed(url, COMPANY, 200)
  await bench.ecmr(url, 'projections', 'rebuild', 'all', '--drop-old')
  const service = await bench.service(url)
  const { email, password } = PERSON
  await newOwner(url, COMPANY, { email, password_hash: await hashPassword(password) })
  const site = `http://localhost:${new URL(service.url).port}`
  const token = await accessToken(site, await logIn(site, PERSON))
  const full = await created(service.url, key, { ...exampleNote, goods_items: GOODS })

  const ask = async (method: string, params: object): Promise<unknown> => {
    const answer = await fetch(`${service.url}/mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const { result }: { readonly result?: unknown } = Object(await answer.json())
    return result
  }
  const lines: Line[] = []
  const line = (what: string, text: string): void => {
    lines.push(atMost(MOST_TOKENS, { what: `MCP: ${what}`, unit: 'tokens', ours: estimatedTokens(text) }))
  }
  const call = async (what: string, name: string, args: object): Promise<Result> => {
    const result: Result = Object(await ask('tools/call', { name, arguments: args }))
    line(what, result.content[0]?.text ?? '')
    return result
  }
  line('the list of tools', JSON.stringify(await ask('tools/list', {})))
  const page = await call('buscar_ecmrs, 20 notes', 'buscar_ecmrs', { limit: 20, status: 'entregado' })
  await call('buscar_ecmrs, 100 notes', 'buscar_ecmrs', { limit: 100 })
  const data: readonly { readonly id: string }[] = Object(page.structuredContent).data
  const delivered = data[0]?.id
  await call('ver_ecmr, a delivered note', 'ver_ecmr', { id: delivered })
  await call('and its history', 'ver_ecmr', { id: delivered, incluir_historial: true })
  const all = { id: delivered, incluir_historial: true, incluir_datos: true }
  await call('and with data and hashes', 'ver_ecmr', all)
  const first = await call('ver_ecmr, 200 lines of goods', 'ver_ecmr', { id: full })
  await call('and the rest of it', 'ver_ecmr', { id: full, cursor: first.structuredContent?.next_cursor })
  await call('estado_conexion', 'estado_conexion', {})
  await service.stop()
  return lines
}

/** A note that is created over REST; its id, once the read models have it. */
async function created(service: string, key: string, body: object): Promise<string> {
  const { id } = await bodyOf(await send(`${service}/api/ecmrs`, key, { body }), made)
  // Its record waits for what its own company has just written.
  await send(`${service}/api/ecmrs/${id}`, key)
  return id
}

const made = Type.Object({ id: Type.String() })
