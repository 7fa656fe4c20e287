import { nextTurn } from '../compare/turns.js'
import { atMost, type Bench, type Line, type Row } from '../harness/bench.js'
import { type BusyPanel, busyPanel } from '../harness/busy-panel.js'
import { median } from '../harness/numbers.js'

const SLOWEST_MS = 100
const LARGEST_KB = 60

// Every page of the panel, one request at a time, as the owner of a company with many notes sees it.
export const pages: Row = async (bench) => {
  const panel = await busyPanel(bench, bench.quick ? 2_000 : 50_000)
  const lines: Line[] = []
  for (const path of pathsFor(panel.note)) lines.push(...(await linesFor(bench, panel, path)))
  await panel.service.stop()
  return lines
}

function pathsFor({ id, ecmr_number }: BusyPanel['note']): readonly string[] {
  return [
    '/',
    '/ecmrs',
    '/ecmrs?status=in_transit&page=50',
    '/ecmrs?search=sevilla',
    `/ecmrs/${id}`,
    `/ecmrs/${id}/historial`,
    `/ecmrs/${id}/firmar`,
    `/ecmrs/${id}/incidencias`,
    '/ecmrs/nueva',
    `/seguimiento/${ecmr_number}`,
    '/webhooks',
    '/claves',
    '/conectar-ia',
    '/auditoria',
    '/empresa',
    '/empresa/personas',
    '/cuenta',
  ]
}

async function linesFor(bench: Bench, panel: BusyPanel, path: string): Promise<readonly Line[]> {
  const times: number[] = []
  let bytes = 0
  for (let round = 0; round < bench.rounds * 4; round++) {
    await nextTurn()
    const began = performance.now()
    bytes = await panel.open(path)
    // The first one compiles the template.
    if (round > 0) times.push(performance.now() - began)
  }
  const name = path.replace(/[0-9a-f-]{36}/, ':id')
  return [
    atMost(SLOWEST_MS, { what: `page ${name}`, unit: 'ms', ours: median(times) }),
    atMost(LARGEST_KB, { what: `page ${name}`, unit: 'KB', ours: bytes / 1_000 }),
  ]
}
