import { repeatedMember } from '@ecmr/web'
import fc from 'fast-check'
import t from 'tap'

const repeatedIn = (text: string) => repeatedMember(text, JSON.parse(text))

t.test(
  'a member that stands twice in an object is found, wherever it is and however it is written',
  async (t) => {
    for (const [text, pointer] of [
      ['{"a":1,"a":2}', '/a'],
      ['{"a":1,"a":1}', '/a'],
      ['{"a":1,"\\u0061":2}', '/a'],
      ['{ "a" : 1 ,\n\t"a"\r\n: 2}', '/a'],
      ['{"b":{"c":[0,{"d":1,"d":2}]}}', '/b/c/1/d'],
      ['[[],[{},{"a/b":1,"a~":1,"a/b":2}]]', '/1/1/a~1b'],
      ['{"__proto__":1,"__proto__":2}', '/__proto__'],
      ['{"":1,"":2}', '/'],
      ['{"a":"\\\\","b":{},"b":[]}', '/b'],
      ['{"a":"\\"","b":1,"b":1}', '/b'],
      ['{"a":{"x":1,"x":2},"a":3}', '/a/x'],
    ] as const)
      t.equal(repeatedIn(text), pointer, text)
  },
)

t.test('what only looks like it is none', async (t) => {
  for (const text of [
    '{"a":1,"b":"a\\":1"}',
    '[{"a":1},{"a":2}]',
    '{"a":{"a":{"a":1}}}',
    '{"a":"\\"a\\":1,\\"a\\":2"}',
    '{"a":["a","a"],"b":"a"}',
    '{"A":1,"a":2}',
    '"a"',
    '1',
    '{}',
    '{"\\\\":":", "\\"":":"}',
  ])
    t.equal(repeatedIn(text), undefined, text)
})

t.test('no JSON that is written from a value has one', async (t) => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const once = JSON.stringify(JSON.parse(text))
      return (
        repeatedIn(once) === undefined && repeatedIn(JSON.stringify(JSON.parse(text), null, 2)) === undefined
      )
    }),
  )
  fc.assert(
    fc.property(fc.string(), fc.jsonValue(), fc.jsonValue(), (name, one, other) => {
      const member = (value: unknown) => `${JSON.stringify(name)}:${JSON.stringify(value)}`
      const text = `[{${member(one)},${member(other)}}]`
      return repeatedIn(text)?.startsWith('/0/') === true
    }),
  )
  t.pass()
})
