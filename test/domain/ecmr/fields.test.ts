import { ecmrFields, fieldNames, signedContent } from '@ecmr/domain'
import t from 'tap'
import { eight } from '../facts.js'

// As JSON Schema validators compile patterns.
const printable = new RegExp(ecmrFields.sender_city.pattern ?? 'none', 'u')

t.test('a text says something', async (t) => {
  for (const text of ['Lyon', ' Lyon', 'Île-de-France\n2', 'Ñoño\t😀', '東京']) t.match(text, printable)
  for (const text of ['', ' ', '\n\t ', '\u00a0']) t.notMatch(text, printable)
})

t.test('control characters and halves of surrogate pairs are refused', async (t) => {
  for (const text of ['a\u0000', 'a\u0007b', '\u001b[0m', 'a\u007f', 'a\u0085', 'a\ud800', '\udc00b']) {
    t.notMatch(text, printable, JSON.stringify(text))
  }
})

t.test('a long text is judged in no time', async (t) => {
  const started = process.hrtime.bigint()
  printable.test(' '.repeat(100_000))
  printable.test(`${'a'.repeat(100_000)}\u0000`)
  t.ok(process.hrtime.bigint() - started < 200_000_000n)
})

t.test('no field is left out of what is signed', async (t) => {
  for (const name of fieldNames) t.match(signedContent({ ...eight, [name]: 'x' }), { [name]: 'x' }, name)
  t.strictSame(signedContent(eight), eight)
})
