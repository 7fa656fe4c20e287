import { setImmediate } from 'node:timers/promises'
import { hashPassword, logIn, newPassword, passwordFault, verifyPassword } from '@ecmr/accounts'
import { FULL_COST, setHashCost, turns } from '@ecmr/accounts/testing'
import t from 'tap'
import { CHEAP } from '../support/service-ground.js'
import { PASSWORD, PLACE, people } from './people.js'

const { pool, person } = await people(t)
setHashCost(FULL_COST)
const tryAs = (email: string, password: string) => logIn(pool, { email, password, place: PLACE })
const hashOf = async (id: string): Promise<string> =>
  (await pool.query('select password_hash from accounts.users where id = $1', [id])).rows[0].password_hash

t.test('what is far too long for a password or a name is not read', (t) => {
  // Each of these signs is eighteen in the form in which passwords are compared.
  const endless = '\uFDFA'.repeat(300_000)
  const before = process.cpuUsage()
  t.equal(passwordFault(endless, []), 'too_long')
  t.equal(passwordFault('tres gatos en Soria', [endless]), undefined)
  const { user } = process.cpuUsage(before)
  t.ok(user < 100_000, `${user} µs of work`)
  t.end()
})

t.test('a password is kept as a hash with a salt of its own and what it was made with', async (t) => {
  const [one, other] = await Promise.all([hashPassword(PASSWORD), hashPassword(PASSWORD)])
  t.match(one, /^\$scrypt\$ln=15,r=8,p=3\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  t.not(one, other)
  t.equal(await verifyPassword(PASSWORD, one), true)
  t.equal(await verifyPassword(`${PASSWORD} `, one), false)
  t.equal(await verifyPassword(PASSWORD, null), false)
})

t.test('the same letters composed in another way are the same password', async (t) => {
  const hash = await hashPassword('camión núm. Ⅻ'.normalize('NFD'))
  t.equal(await verifyPassword('camión núm. XII'.normalize('NFC'), hash), true)
})

t.test('who logs in with a hash of former parameters gets one of today', async (t) => {
  setHashCost(CHEAP)
  const { id, email } = await person()
  setHashCost(FULL_COST)
  const former = await hashOf(id)
  t.match(await tryAs(email, 'wrong'), { reason: 'wrong' })
  t.equal(await hashOf(id), former)
  t.match(await tryAs(email, PASSWORD), { ok: true })
  const renewed = await hashOf(id)
  t.match(renewed, /^\$scrypt\$ln=15,r=8,p=3\$/)
  t.match(await tryAs(email, PASSWORD), { ok: true })
  t.equal(await hashOf(id), renewed)
})

t.test('an unknown address costs the same queries and the same computing', async (t) => {
  const { email } = await person()
  let queries = 0
  pool.on('acquire', () => {
    queries += 1
  })
  // The least of three: what else the process does meanwhile can only add to it.
  const costOf = async (address: string): Promise<{ queries: number[]; cpu: number }> => {
    const cost = { queries: [] as number[], cpu: Infinity }
    for (let attempt = 0; attempt < 3; attempt++) {
      queries = 0
      const before = process.cpuUsage()
      await tryAs(address, 'wrong')
      cost.cpu = Math.min(cost.cpu, process.cpuUsage(before).user / 1_000)
      cost.queries.push(queries)
    }
    return cost
  }
  const known = await costOf(email)
  const unknown = await costOf('nobody@example.com')
  t.strictSame(unknown.queries, known.queries, 'of each try')
  t.ok(unknown.cpu > known.cpu / 2 && known.cpu > unknown.cpu / 2, `${known.cpu} and ${unknown.cpu} ms`)
})

t.test('a request after a burst does not wait for the whole burst', async (t) => {
  const inTurn = turns(2)
  const begun: string[] = []
  const ends: (() => void)[] = []
  const request = (name: string): Promise<void> =>
    inTurn(() => {
      begun.push(name)
      return new Promise((resolve) => ends.push(resolve))
    })
  const crowd = Array.from({ length: 60 }, (_, at) => request(`crowd ${at}`))
  const all = [...crowd, request('last')]
  t.strictSame(begun, ['crowd 0', 'crowd 1'], 'two at a time')
  ends[0]?.()
  await all[0]
  t.strictSame(begun.slice(2), ['last'])
  for (let at = 1; at < all.length; at++) {
    ends[at]?.()
    while (ends.length < Math.min(at + 3, all.length)) await setImmediate()
  }
  await Promise.all(all)
  t.equal(new Set(begun).size, 61, 'and every request is served')
  t.strictSame(
    begun.slice(-8),
    Array.from({ length: 8 }, (_, at) => `crowd ${at + 2}`),
    'the last eight in the order in which they came',
  )
})

t.test('no more than two are hashed at a time', async (t) => {
  const most = 32 * 2 ** 20 * 2
  const before = process.memoryUsage().rss
  let peak = 0
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss - before)
  }, 5)
  await Promise.all(Array.from({ length: 6 }, () => hashPassword(PASSWORD)))
  clearInterval(watch)
  t.ok(peak > 0 && peak < most * 1.3, `${Math.round(peak / 2 ** 20)} MiB`)
})

const PERSONAL = ['Lucía Fernández', 'lucia.fernandez@garonne.example', 'Transports Garonne S.L.']

t.test('a password has 12 to 128 characters, as people count them', (t) => {
  t.equal(passwordFault('zanahoria-1', PERSONAL), 'too_short')
  t.equal(passwordFault('zanahoria-12', PERSONAL), undefined)
  t.equal(passwordFault('🚛🌧🫒🍊🗻🧀🐟🍷🎻🛶🪵', PERSONAL), 'too_short')
  t.equal(passwordFault('🚛🌧🫒🍊🗻🧀🐟🍷🎻🛶🪵🧂', PERSONAL), undefined)
  t.equal(passwordFault('ni\u0303o saltari\u0301n', PERSONAL), undefined)
  t.equal(passwordFault('ni\u0303o salta\u0301', PERSONAL), 'too_short')
  const long = Array.from({ length: 32 }, (_, at) => `k${at % 10}ñz`).join('')
  t.equal(passwordFault(long, PERSONAL), undefined)
  t.equal(passwordFault(`${long}!`, PERSONAL), 'too_long')
  t.end()
})

t.test('the most common passwords are rejected', (t) => {
  const common = [
    ...[
      'aaaaaaaaaaaa',
      'ababababababab',
      '            ',
      'holaholahola',
      'monkey monkey',
      'lunaclaralunaclara',
    ],
    ...['123456789012', '987654321098', '112233445566', 'abcdefghijkl', 'ABCDEFGHIJKL'],
    ...['qwertyuiop123', 'asdfghjklñ12', 'qazwsxedcrfv', '1q2w3e4r5t6y', 'zaq12wsxcde3'],
    ...[
      'administrator',
      'password1234',
      '¡Password1234!',
      'passwordpassword',
      'iloveyou12345',
      '2024-dragon-2024',
    ],
    ...['P4ssw0rd1234', 'p@$$w0rd2024!', 'Contraseña123!', 'bienvenido2026', 'Realmadrid1902!'],
  ]
  for (const password of common) t.equal(passwordFault(password, []), 'too_common', password)
  t.end()
})

t.test('what others know of the person is refused', (t) => {
  const personal = [
    ...['LuciaFernandez', 'lucía.fernández84', 'Fern4ndez-Luc1a', 'lucia.fernandez@garonne.example'],
    ...['TransportsGaronne', 'garonne-transports-2026', '¡Transports2031'],
  ]
  for (const password of personal) t.equal(passwordFault(password, PERSONAL), 'too_personal', password)
  for (const password of personal) t.not(passwordFault(password, ['Ana']), 'too_personal', password)
  t.end()
})

t.test('what people can remember and others cannot guess is accepted', (t) => {
  const good = [
    ...['correct horse battery staple', 'correcthorsebattery', 'tres tristes tigres', 'la pera limonera'],
    ...['mxkqzjwvtrpn', 'x9$kLmq72!vB', '48213907561284', 'monkey8273649182736', 'the treasure desert were'],
    ...['ñandú cósmico feliz', 'ポケットの中の鍵は三つある', 'Lucía cruza el puente viejo'],
  ]
  for (const password of good) t.equal(passwordFault(password, PERSONAL), undefined, password)
  t.end()
})

t.test('a generated password is readable, different each time, and strong enough', (t) => {
  const made = Array.from({ length: 200 }, newPassword)
  t.equal(new Set(made).size, 200)
  for (const password of made) {
    t.match(password, /^[a-hj-kmnp-z2-9]{4}(-[a-hj-kmnp-z2-9]{4}){3}$/)
    t.equal(passwordFault(password, ['demo@example.com', 'Demo']), undefined, password)
  }
  t.end()
})
