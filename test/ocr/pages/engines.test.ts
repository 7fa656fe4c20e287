import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type GreyImage, installedTesseract, openRecogniser } from '@ecmr/ocr/testing'
import t, { type Test } from 'tap'
import { isAlive } from '../../support/is-alive.js'
import { tesseract, withoutTesseract } from '../../support/tesseract.js'
import { until } from '../../support/until.js'
import { drawnCanvas } from '../drawn-canvas.js'

const TEXT = 'Expéditeur Transportes Peña Lieferung für München'
const [WIDTH, HEIGHT] = [1100, 200]

function written(text: string): GreyImage {
  const canvas = drawnCanvas(WIDTH, HEIGHT, (pen) => {
    pen.font = '36px "Liberation Sans", "DejaVu Sans", sans-serif'
    pen.fillText(text, 50, 110)
  })
  const { data } = canvas.getContext('2d').getImageData(0, 0, WIDTH, HEIGHT)
  const pixels = Uint8Array.from({ length: WIDTH * HEIGHT }, (_, at) => data[at * 4] ?? 0)
  return { width: WIDTH, height: HEIGHT, pixels }
}

/** A folder with a program of this name and text; it is gone with the test. */
function folderWith(t: Test, script: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'ecmr-program-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'tesseract'), `#!/bin/sh\n${script}\n`)
  chmodSync(join(folder, 'tesseract'), 0o755)
  return folder
}

for (const [engine, program, skip, version] of [
  ['WebAssembly', null, false, /^tesseract\.js-core 7/],
  ['native', tesseract, withoutTesseract, /^5\.\d/],
] as const)
  t.test(
    `${engine}: words of four languages are read in place, and nothing on blank paper`,
    { skip },
    async (t) => {
      const recogniser = await openRecogniser(program)
      t.teardown(() => recogniser.close())
      t.match(recogniser.version, version)
      const words = await recogniser.recognise(written(TEXT))
      t.equal(words.map(({ text }) => text).join(' '), TEXT)
      t.ok(words.every(({ confidence }) => confidence > 0.6 && confidence <= 1))
      const [first, second] = words
      t.ok(first && Math.abs(first.box.x - 53) < 8, 'where it begins')
      t.ok(second && second.box.x > 200 && second.box.y > 60 && second.box.y + second.box.height < 140)
      t.same(await recogniser.recognise(written('')), [])
      t.same(
        (await recogniser.recognise(written('7'), 'lines')).map(({ text }) => text),
        ['7'],
        'a lone digit, seen in lines',
      )
      t.equal((await recogniser.recognise(written(TEXT))).length, words.length, 'as before')
    },
  )

/** The native programs that this process runs, by their process ids. */
const programs = (): readonly number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      const [, name = '', parent = ''] = /^\d+ \((.*)\) \S (\d+)/.exec(statusOf(pid)) ?? []
      return name === 'tesseract' && Number(parent) === process.pid
    })

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'latin1')
  } catch {
    return ''
  }
}

/** Whether the image of a page lies anywhere. */
const arePagesLeft = (): boolean =>
  [tmpdir(), '/dev/shm'].some((folder) =>
    readdirSync(folder)
      .filter((name) => name.startsWith(`ecmr-tesseract-${process.pid}-`))
      .some((name) => existsSync(join(folder, name, 'page.pgm'))),
  )

t.test(
  'one native program reads page after page, each as if it were the first, and keeps none',
  { skip: withoutTesseract || (!existsSync('/dev/shm') && 'there are no files in memory') },
  async (t) => {
    const recogniser = await openRecogniser(tesseract)
    t.teardown(() => recogniser.close())
    const first = await recogniser.recognise(written(TEXT))
    const [pid] = programs()
    t.notOk(arePagesLeft())
    await recogniser.recognise(written('Frachtbrief über Wäsche'))
    t.same(await recogniser.recognise(written(TEXT)), first)
    t.same(programs(), [pid], 'the same one')
    process.kill(pid ?? 0, 'SIGKILL')
    await until(() => programs().length === 0, 'its end')
    t.same(await recogniser.recognise(written(TEXT)), first, 'by another one')
    await recogniser.close()
    await until(() => programs().length === 0, 'the end of that one')
  },
)

t.test('a program that is too old, or none, leaves it to WebAssembly', async (t) => {
  const old = folderWith(t, 'echo tesseract 4.1.1')
  const program = installedTesseract(['/nowhere', old, '/usr/bin'])
  t.equal(program, join(old, 'tesseract'))
  const recogniser = await openRecogniser(program)
  t.teardown(() => recogniser.close())
  t.match(recogniser.version, /^tesseract\.js-core/)
  t.equal(installedTesseract(['/nowhere']), undefined)
})

t.test('a program that fails has no words of the page in its error, and knows nothing of us', async (t) => {
  process.env.SECRET_KEY = 'a secret'
  t.teardown(() => {
    delete process.env.SECRET_KEY
  })
  const folder = folderWith(
    t,
    '[ "$1" = --version ] && { echo tesseract 5.9.9; exit; }; env >"$0.env"; read -r page; echo Peña >&2; exit 3',
  )
  const recogniser = await openRecogniser(join(folder, 'tesseract'))
  t.teardown(() => recogniser.close())
  await t.rejects(recogniser.recognise(written('Peña')), { message: 'tesseract ended with 3' })
  const told = readFileSync(join(folder, 'tesseract.env'), 'utf8')
  t.notMatch(told, 'secret')
  t.match(told, 'OMP_THREAD_LIMIT=1')
})

const withoutParentWatch = !existsSync('/usr/bin/setpriv') && 'setpriv (util-linux) is not there'
t.test('the program ends with the process that runs it', { skip: withoutParentWatch }, async (t) => {
  const folder = folderWith(
    t,
    '[ "$1" = --version ] && { echo tesseract 5.9.9; exit; }; echo $$ >"$0.pid"; exec sleep 60',
  )
  const code = `import { openRecogniser } from '@ecmr/ocr/testing'
    const recogniser = await openRecogniser(${JSON.stringify(join(folder, 'tesseract'))})
    await recogniser.recognise({ width: 1, height: 1, pixels: new Uint8Array(1) })`
  const reader = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: 'ignore' })
  t.teardown(() => reader.kill('SIGKILL'))
  const pidFile = join(folder, 'tesseract.pid')
  await until(
    () => existsSync(pidFile) && readFileSync(pidFile, 'utf8').endsWith('\n'),
    'the program to start',
  )
  const pid = Number(readFileSync(pidFile, 'utf8'))
  t.ok(isAlive(pid))
  reader.kill('SIGKILL')
  await until(() => !isAlive(pid), 'its end')
})
