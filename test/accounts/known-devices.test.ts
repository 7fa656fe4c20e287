import { DEVICE_KNOWN_MS, knownDevices } from '@ecmr/accounts'
import t from 'tap'

const ANA = 'ana@example.com'
const KEY = 'a key that is used in tests only'
let now = Date.parse('2026-11-20T08:00:00Z')
const clock = (): Date => new Date(now)
const devices = knownDevices(KEY, clock)

t.test('a browser is known for the account that was logged in to, by every process', async (t) => {
  const cookie = devices.remember(undefined, ANA)
  const name = devices.recognise(cookie, ` ${ANA.toUpperCase()}`)
  t.match(name, /^[0-9a-f]{32}$/)
  t.equal(knownDevices(KEY, clock).recognise(cookie, ANA), name)
  t.equal(devices.recognise(cookie, 'eva@example.com'), undefined)
  t.equal(knownDevices('another key', clock).recognise(cookie, ANA), undefined)
  t.notMatch(Buffer.from(cookie, 'base64url').toString('latin1'), /ana|example/)
})

t.test('five people share a browser, and each login gives it a new name', async (t) => {
  const people = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}@example.com`)
  let cookie: string | undefined
  for (const email of people) cookie = devices.remember(cookie, email)
  t.same(
    people.map((email) => devices.recognise(cookie, email) !== undefined),
    [false, true, true, true, true, true],
  )
  const former = devices.recognise(cookie, 'c@example.com')
  const next = devices.remember(cookie, 'c@example.com')
  t.not(devices.recognise(next, 'c@example.com'), former)
  t.equal(next.length, cookie?.length, 'in the place of the one before')
  t.ok(people.slice(1).every((email) => devices.recognise(next, email)))
})

t.test('half a year after the last login it is known no more', async (t) => {
  const cookie = devices.remember(undefined, ANA)
  now += DEVICE_KNOWN_MS
  t.ok(devices.recognise(cookie, ANA))
  now += 1_000
  t.equal(devices.recognise(cookie, ANA), undefined)
  t.equal(devices.remember(cookie, 'eva@example.com').includes('.'), false, 'and is forgotten')
})

t.test('a cookie that was changed, cut or made up is none', async (t) => {
  const cookie = devices.remember(undefined, ANA)
  for (let at = 0; at < cookie.length - 1; at++) {
    const other = cookie[at] === 'A' ? 'B' : 'A'
    const changed = cookie.slice(0, at) + other + cookie.slice(at + 1)
    t.equal(devices.recognise(changed, ANA), undefined, `character ${at}`)
  }
  for (const made of [
    '',
    '.',
    'x',
    cookie.slice(1),
    `${cookie}x`,
    'A'.repeat(cookie.length),
    '.'.repeat(5_000),
  ])
    t.equal(devices.recognise(made, ANA), undefined)
  const late = `${'A'.repeat(cookie.length)}.`.repeat(5) + cookie
  t.equal(devices.recognise(late, ANA), undefined, 'no more entries are looked at than it may have')
})
