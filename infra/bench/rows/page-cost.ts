import { nextTurn } from '../compare/turns.js'
import { atMost, type Bench, type Line, type Row } from '../harness/bench.js'
import { type BusyPanel, busyPanel } from '../harness/busy-panel.js'
import { median, spread } from '../harness/numbers.js'
import { secondsTakenBy } from '../harness/watched-children.js'

const MOST_MS = 20
const PAGES = 100

// What the pages that are opened most cost the service: processor time is steadier than how long a page takes.
export const pageCost: Row = async (bench) => {
  const panel = await busyPanel(bench, bench.quick ? 2_000 : 50_000)
  const paths = ['/ecmrs', `/ecmrs/${panel.note.id}`, '/cuenta']
  const lines: Line[] = []
  for (const path of paths) lines.push(await costOf(bench, panel, path))
  await panel.service.stop()
  return lines
}

async function costOf({ rounds }: Bench, panel: BusyPanel, path: string): Promise<Line> {
  const costs: number[] = []
  for (let round = 0; round <= rounds; round++) {
    await nextTurn()
    const before = secondsTakenBy(panel.service)
    for (let page = 0; page < PAGES; page++) await panel.open(path)
    // In the first round code is compiled.
    if (round > 0) costs.push(((secondsTakenBy(panel.service) - before) * 1_000) / PAGES)
  }
  const what = `page ${path.replace(/[0-9a-f-]{36}/, ':id')}, processor time`
  return { ...atMost(MOST_MS, { what, unit: 'ms', ours: median(costs) }), noise: spread(costs) }
}
