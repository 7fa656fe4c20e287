import { turnsByNote } from '@ecmr/application'
import t from 'tap'

/** A promise that is kept when told. */
function gate() {
  let open = (): void => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open: () => open() }
}

t.test('what is done to one note comes one after the other, in order, and beside other notes', async (t) => {
  const inTurn = turnsByNote()
  const held = gate()
  const done: string[] = []
  const act = (id: string, name: string, until: Promise<unknown> = Promise.resolve()) =>
    inTurn(id, async () => {
      await until
      done.push(name)
      return name
    })
  const first = act('a', 'a1', held.opened)
  const more = [act('a', 'a2'), act('a', 'a3')]
  t.equal(await act('b', 'b1'), 'b1')
  t.same(done, ['b1'])
  held.open()
  t.same(await Promise.all([first, ...more]), ['a1', 'a2', 'a3'])
  t.same(done, ['b1', 'a1', 'a2', 'a3'])
})

t.test('a fault is its caller’s, and the next one has its turn', async (t) => {
  const inTurn = turnsByNote()
  const faulty = inTurn('a', async () => {
    throw new Error('no log')
  })
  const next = inTurn('a', async () => 'next')
  await t.rejects(faulty, /no log/)
  t.equal(await next, 'next')
})

t.test('only so many wait, and only so long', async (t) => {
  const inTurn = turnsByNote({ waiting: 1, patienceMs: 20 })
  const held = gate()
  const first = inTurn('a', () => held.opened.then(() => 'first'))
  const waiting = inTurn('a', async () => 'never')
  t.equal(await inTurn('a', async () => 'never'), undefined, 'too many')
  t.equal(await waiting, undefined, 'too long')
  const last = inTurn('a', async () => 'last')
  held.open()
  t.equal(await first, 'first')
  t.equal(await last, 'last')
})
