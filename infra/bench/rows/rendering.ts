import {
  type DocumentInput,
  type DocumentRenderer,
  documentContent,
  openDocumentRenderer,
} from '@ecmr/documents'
import type { EcmrFields } from '@ecmr/domain'
import { atMost, type Bench, type Line, type Row } from '../harness/bench.js'
import { documentInputs } from '../harness/document-inputs.js'
import { median } from '../harness/numbers.js'
import { watchChildren } from '../harness/watched-children.js'

const DOCUMENTS = 10_000
const GOODS_LINES = 200

// Documents as the services render them, from the data of a note to the bytes of the file. The rate is that of a whole processor: what
// the renderer and this process have taken of it, so that others on the machine do not count.
export const rendering: Row = async (bench) => {
  const onePage = documentInputs()
  const first = await firstAnswers(bench, onePage)
  const renderer = openRenderer()
  try {
    const large = await largeOnes(bench, renderer)
    return [...(await sustained(bench, renderer, onePage)), ...first, large]
  } finally {
    await renderer.close()
  }
}

function openRenderer(kept?: Parameters<typeof openDocumentRenderer>[0]['kept']): DocumentRenderer {
  const log = {
    info: () => undefined,
    warn: (fields: object, message: string) => console.error(message, fields),
  }
  return openDocumentRenderer({ processes: 1, log, ...(kept && { kept }) })
}

async function render(renderer: DocumentRenderer, input: DocumentInput) {
  const signal = AbortSignal.timeout(60_000)
  return renderer.render(documentContent(input), { companyId: 'bench', signal })
}

/** Always one document under way and the next one waiting. */
async function sustained(
  bench: Bench,
  renderer: DocumentRenderer,
  next: () => DocumentInput,
): Promise<readonly Line[]> {
  const count = DOCUMENTS * (bench.quick ? 0.1 : 1)
  const { bytes, pages } = await render(renderer, next())
  if (pages !== 1) throw new Error(`the document has ${pages} pages`)
  const watched = watchChildren('renderer')
  const [own, began] = [process.cpuUsage(), performance.now()]
  let left = count
  const line = async (): Promise<void> => {
    while (left-- > 0) await render(renderer, next())
  }
  await Promise.all([line(), line()])
  const seconds = (performance.now() - began) / 1_000
  const { user, system } = process.cpuUsage(own)
  const taken = watched.stop()
  const rate = count / (taken.seconds + (user + system) / 1e6)
  return [
    {
      what: `one-page documents for each core, ${count.toLocaleString('en')} in turn`,
      unit: '/s',
      ...{ ours: rate, measure: rate, goal: { at: 'least', value: 25 } },
      remark: `${(count / seconds).toFixed(1)} a second by the clock`,
    },
    atMost(400, { what: 'the renderer’s greatest memory meanwhile', unit: 'MB', ours: taken.megabytes }),
    atMost(100, { what: 'size of such a document', unit: 'KB', ours: bytes.length / 1_000 }),
  ]
}

/** The first document of a process that has just been started, in the sandbox of the services. */
async function firstAnswers(bench: Bench, next: () => DocumentInput): Promise<readonly Line[]> {
  const times: number[] = []
  for (let round = 0; round < bench.rounds; round++) {
    const began = performance.now()
    const renderer = openRenderer({ files: [], secretNames: [] })
    await render(renderer, next())
    times.push(performance.now() - began)
    await renderer.close()
  }
  return [atMost(1_000, { what: 'the first document after the start', unit: 'ms', ours: median(times) })]
}

async function largeOnes(bench: Bench, renderer: DocumentRenderer): Promise<Line> {
  const next = documentInputs({ goods_items: goodsOf(GOODS_LINES) })
  const { pages } = await render(renderer, next())
  const times: number[] = []
  for (let round = 0; round < bench.rounds * 4; round++) {
    const began = performance.now()
    await render(renderer, next())
    times.push(performance.now() - began)
  }
  const what = `a document with ${GOODS_LINES} lines of goods`
  return atMost(400, { what, unit: 'ms', ours: median(times), remark: `${pages} pages` })
}

function goodsOf(lines: number): NonNullable<EcmrFields['goods_items']> {
  return Array.from({ length: lines }, (_, i) => ({
    description: `Aceite de oliva virgen extra en garrafas de 5 litros, lote ${i}`,
    ...{ packages: 12, packaging: 'Palé europeo', marks: `AS-${i}`, weight_kg: 480.5, hs_code: '1509 20' },
  }))
}
