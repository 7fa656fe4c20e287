import type { EcmrRecord } from '@ecmr/contract'
import type { Test } from 'tap'

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Every tool, with arguments, and what its answer holds at least. */
export function toolCalls({ id, ecmr_number }: EcmrRecord) {
  return [
    {
      name: 'buscar_ecmrs',
      args: { limit: 5 },
      holds: { structuredContent: { data: [{ id, ecmr_number }] } },
    },
    { name: 'ver_ecmr', args: { id, incluir_historial: true }, holds: { structuredContent: { id } } },
    { name: 'consultar_tracking', args: { ecmr_number }, holds: { structuredContent: { ecmr_number } } },
    { name: 'listar_webhooks', args: {}, holds: { structuredContent: { data: [] } } },
    { name: 'extraer_documento', args: { image: PIXEL }, holds: { isError: true } },
    {
      name: 'estado_conexion',
      args: {},
      holds: { structuredContent: { company: { name: 'Transportes Guadalquivir' } } },
    },
  ]
}

/** A client of either generation. */
interface Caller {
  listTools(): Promise<{ readonly tools: readonly { readonly name: string }[] }>
  callTool(call: { readonly name: string; readonly arguments: Record<string, unknown> }): Promise<unknown>
}

/** Lists the tools and calls each of them, as clients check what is answered: against the schema that the list promises. */
export async function callEveryTool(t: Test, client: Caller, note: EcmrRecord): Promise<void> {
  const calls = toolCalls(note)
  const { tools } = await client.listTools()
  t.same(
    tools.map(({ name }) => name),
    calls.map(({ name }) => name),
  )
  for (const { name, args, holds } of calls)
    t.match(await client.callTool({ name, arguments: args }), holds, name)
}
