import { wholeLines } from '@ecmr/backup'
import fc from 'fast-check'
import t from 'tap'

async function* inChunks(text: string, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text)
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1
    yield bytes.subarray(at, at + size)
    at += size
  }
}

async function piecesOf(text: string, sizes: readonly number[], size: number): Promise<readonly string[]> {
  const pieces: string[] = []
  for await (const { bytes, count } of wholeLines(inChunks(text, sizes), size)) {
    pieces.push(String(bytes))
    t.equal(count, String(bytes).split('\n').length - 1)
  }
  return pieces
}

t.test('the same lines are the same pieces, however they arrive', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.stringMatching(/^[a-zñ]{0,12}$/), { maxLength: 20 }),
      fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 5 }),
      async (lines, sizes) => {
        const text = lines.map((line) => `${line}\n`).join('')
        const pieces = await piecesOf(text, sizes, 10)
        t.same(pieces, await piecesOf(text, [1_000], 10))
        t.equal(pieces.join(''), text, 'nothing is lost')
        for (const piece of pieces) {
          t.ok(piece.endsWith('\n'), 'lines are whole')
          t.ok(Buffer.byteLength(piece) <= 10 || piece.indexOf('\n') === piece.length - 1, 'and not too many')
        }
      },
    ),
    { numRuns: 100 },
  )
})
