import { Type } from '@sinclair/typebox'
import { startChild } from '../../harness/child.js'
import { accepted, bodyOf, exampleNote, send } from '../../harness/requests.js'
import { nextTurn } from '../compare/turns.js'
import { type Bench, compared, type Row } from '../harness/bench.js'
import { median } from '../harness/numbers.js'
import { secondsTakenBy } from '../harness/watched-children.js'
import { type Customer, caughtUp } from './creates.js'

const SHARE = '0.1'
const CREATES = 400
const CALLERS = 16
/** In a round each side has so many turns: what is looked for is smaller than the moods of the machine. */
const TURNS = 6

const receipt = Type.Object({ taken: Type.Number() })

type Side = Customer & { readonly service: Awaited<ReturnType<Bench['service']>> }

// What a create costs while a tenth of the requests is traced, to a receiver that is a process of its own, against the same without.
export const createsTraced: Row = async (bench) => {
  const receiver = await startChild({
    script: 'infra/dist/bench/harness/spans-process.js',
    env: {},
    path: '/',
  })
  const start = async (name: string, env: Readonly<Record<string, string>>): Promise<Side> => {
    const database = await bench.database(name)
    const service = await bench.service(database, env)
    return { service, url: service.url, key: await bench.key(database, 'Bench') }
  }
  const plain = await start('bench_untraced', {})
  const traced = await start('bench_traced', {
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_TRACES_SAMPLER_ARG: SHARE,
  })
  const { ours, baseline } = await byTurns(bench, { plain, traced })
  const { taken } = await bodyOf(await fetch(receiver.url), receipt)
  for (const { service } of [plain, traced]) await service.stop()
  await receiver.stop()
  if (taken === 0) throw new Error('creates-traced: no span has come, so nothing was measured')
  const remark = `${taken.toLocaleString('en')} spans sent`
  const goal = { at: 'most', value: 1.05 } as const
  const each = (of: (cost: Cost) => number) => ({ ours: ours.map(of), baseline: baseline.map(of) })
  return [
    compared({
      what: `processor time of a create, ${SHARE} of them traced`,
      unit: 'ms',
      ...each(({ processor }) => processor),
      goal,
      remark,
    }),
    compared({ what: 'their p50 latency', unit: 'ms', ...each(({ p50 }) => p50), goal }),
  ]
}

/** What a create costs in a round, ms. */
interface Cost {
  /** of the service's process, read models and all */
  readonly processor: number
  readonly p50: number
}

/** Rounds of short turns, in each of which the sides go first by turns. */
async function byTurns(
  bench: Bench,
  { plain, traced }: { readonly plain: Side; readonly traced: Side },
): Promise<{ readonly ours: readonly Cost[]; readonly baseline: readonly Cost[] }> {
  const ours: Cost[] = []
  const baseline: Cost[] = []
  // In the first round code is compiled.
  for (let round = 0; round <= bench.rounds; round++) {
    await nextTurn()
    const sides = [
      { side: plain, turns: [] as Turn[], costs: baseline },
      { side: traced, turns: [] as Turn[], costs: ours },
    ]
    for (let turn = 0; turn < TURNS; turn++)
      for (const { side, turns } of turn % 2 === 0 ? sides : sides.toReversed())
        turns.push(await createSome(bench, side))
    if (round > 0) for (const { turns, costs } of sides) costs.push(costOf(turns))
  }
  return { ours, baseline }
}

interface Turn {
  readonly processorMs: number
  /** of each create */
  readonly latencies: readonly number[]
}

async function createSome({ quick }: Bench, { service, url, key }: Side): Promise<Turn> {
  const latencies: number[] = []
  let left = quick ? CREATES / 10 : CREATES
  const caller = async (): Promise<void> => {
    while (left-- > 0) {
      const began = performance.now()
      await accepted(await send(`${url}/api/ecmrs`, key, { body: exampleNote }), Type.Object({}))
      latencies.push(performance.now() - began)
    }
  }
  const before = secondsTakenBy(service)
  await Promise.all(Array.from({ length: CALLERS }, caller))
  await caughtUp(url)
  return { processorMs: (secondsTakenBy(service) - before) * 1_000, latencies }
}

function costOf(turns: readonly Turn[]): Cost {
  const latencies = turns.flatMap(({ latencies }) => latencies)
  const processorMs = turns.reduce((sum, turn) => sum + turn.processorMs, 0)
  return { processor: processorMs / latencies.length, p50: median(latencies) }
}
