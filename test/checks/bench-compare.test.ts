import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import t from 'tap'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const built = (path: string): string => new URL(`../../../infra/dist/${path}.js`, import.meta.url).href

function node(args: readonly string[], env = {}): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      args,
      { cwd: ROOT, env: { ...process.env, ...env } },
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    )
  })
}

t.test('two checkouts measure in turn, and each goes first in every other round', async (t) => {
  const { sideToMeasure } = await import(built('bench/compare/turns'))
  const at = (row: number, round: number) => ({ row, round })
  t.equal(sideToMeasure(at(0, 0), at(0, 0)), 'before')
  t.equal(sideToMeasure(at(0, 1), at(0, 0)), 'after', 'who is behind begins the row too')
  t.equal(sideToMeasure(at(0, 1), at(0, 1)), 'after')
  t.equal(sideToMeasure(at(0, 1), at(0, 2)), 'before')
  t.equal(sideToMeasure(at(0, 2), at(0, 2)), 'before')
  t.equal(sideToMeasure(at(0, 2), at(0, 3)), 'before', 'until it has measured that round too')
  t.equal(sideToMeasure(at(1, 0), at(0, 9)), 'after', 'a row ends on both sides before the next begins')
})

t.test('programs of the bench run with the packages of the checkout that is measured', async (t) => {
  const module = 'export const marker = "the other checkout"'
  const other = t.testdir({
    'package.json': '{}',
    node_modules: {
      '@ecmr': {
        domain: {
          'package.json': '{ "name": "@ecmr/domain", "type": "module", "exports": "./index.js" }',
          'index.js': module,
        },
      },
    },
  })
  const program = 'console.log((await import("@ecmr/domain")).marker)'
  const { output } = await node(
    ['--import', built('harness/packages-of/register'), '--input-type=module', '-e', program],
    { ECMR_MEASURED_CHECKOUT: other },
  )
  t.equal(output.trim(), 'the other checkout')
})

t.test('a checkout that is not built is refused with what to do', async (t) => {
  const { code, output } = await node([fileURLToPath(built('bench/main')), 'compare', t.testdir()])
  t.equal(code, 1)
  t.match(output, 'is not a built checkout. Build it first: npm ci --prefix')
})
