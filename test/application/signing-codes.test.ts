import { randomUUID } from 'node:crypto'
import {
  type CodeWay,
  codeLimits,
  findLink,
  forgetCode,
  invitationSecrets,
  keepCode,
  keepLink,
  linkHash,
  migrateSigningLinks,
  tryCode,
} from '@ecmr/application'
import { openPool } from '@ecmr/postgres'
import t from 'tap'
import { testDatabase } from '../support/database.js'

const pool = openPool({ url: await testDatabase(t), max: 8, name: 'test signing codes' })
await migrateSigningLinks(pool)
t.teardown(() => pool.end())

const secrets = invitationSecrets('a key for tests, 32 characters or more')
const DAY_MS = 86_400_000

async function newLink(expiresAt = new Date(Date.now() + DAY_MS)) {
  const invitation_id = randomUUID()
  const about = { invitation_id, ecmr_id: randomUUID(), company_id: randomUUID() }
  const token = secrets.token(invitation_id)
  await keepLink(pool, { ...about, hash: linkHash(token), expires_at: expiresAt.toISOString() })
  const give = (code: string, way: CodeWay = 'told_code') =>
    keepCode(pool, invitation_id, { hash: secrets.codeHash(invitation_id, code), way })
  const guess = (code: string, id = invitation_id) => tryCode(pool, id, secrets.codeHash(id, code))
  const set = (what: string) =>
    pool.query(`update signing.links set ${what} where invitation_id = $1`, [invitation_id])
  return { ...about, token, give, guess, set }
}

t.test('a link is found by its token alone', async (t) => {
  const { token, invitation_id, ecmr_id, company_id } = await newLink()
  t.strictSame(await findLink(pool, linkHash(token)), { invitation_id, ecmr_id, company_id })
  const last = token.endsWith('A') ? 'E' : 'A'
  const hostile = {
    'another one': secrets.token(randomUUID()),
    'of another installation': invitationSecrets('another key').token(invitation_id),
    'the invitation’s id': invitation_id,
    'its last character changed': `${token.slice(0, -1)}${last}`,
    'another spelling of the same bytes': `${token}=`,
    'cut off': token.slice(0, -1),
    'a hash': Buffer.from(linkHash(token)).toString('base64url'),
    SQL: `${token}' or true --`,
    nothing: '',
  }
  for (const [what, guessed] of Object.entries(hostile))
    t.equal(await findLink(pool, linkHash(guessed)), undefined, what)
  const { rows } = await pool.query('select * from signing.links where invitation_id = $1', [invitation_id])
  t.notMatch(JSON.stringify(rows), token, 'the token stands nowhere')
})

t.test('a code has six digits, and is good for its link alone', async (t) => {
  const codes = Array.from({ length: 50 }, () => secrets.newCode())
  for (const code of codes) t.match(code, /^\d{6}$/)
  t.ok(new Set(codes).size > 40)
  const [one, other] = [await newLink(), await newLink()]
  await one.give('123456')
  t.strictSame(await other.guess('123456'), { ok: false, left: 0 }, 'none was given there')
  await other.give('654321', 'mailed_code')
  t.strictSame(await other.guess('123456'), { ok: false, left: codeLimits.tries - 1 })
  t.strictSame(await one.guess('123456'), { ok: true, way: 'told_code' })
  t.strictSame(await other.guess('654321'), { ok: true, way: 'mailed_code' })
  const { rows } = await pool.query('select code_hash from signing.links')
  const foreign = invitationSecrets('another key').codeHash(one.invitation_id, '123456')
  t.notOk(rows.some(({ code_hash }) => foreign.every((byte, at) => code_hash?.[at] === byte)))
})

t.test('a code is good for five tries, fifteen minutes and one signature', async (t) => {
  const link = await newLink()
  await link.give('123456')
  for (let left = codeLimits.tries - 1; left >= 0; left--)
    t.strictSame(await link.guess('000000'), { ok: false, left })
  t.strictSame(await link.guess('123456'), { ok: false, left: 0 }, 'the right one comes too late')

  await link.give('222222')
  t.match(await link.guess('222222'), { ok: true }, 'a new code has its own tries')
  await link.set(`code_expires_at = now() - interval '1 second'`)
  t.strictSame(await link.guess('222222'), { ok: false, left: 0 }, 'too old')

  await link.give('333333')
  await forgetCode(pool, link.invitation_id)
  t.strictSame(await link.guess('333333'), { ok: false, left: 0 }, 'used')
})

t.test('a new code takes the place of the one before', async (t) => {
  const link = await newLink()
  await link.give('111111')
  await link.give('222222')
  t.strictSame(await link.guess('111111'), { ok: false, left: codeLimits.tries - 1 })
  t.match(await link.guess('222222'), { ok: true })
})

t.test('guesses at the same time are as many guesses', async (t) => {
  const link = await newLink()
  await link.give('123456')
  const guesses = await Promise.all(Array.from({ length: 40 }, () => link.guess('000000')))
  const left = guesses.map((guess) => (guess.ok ? -1 : guess.left)).sort((a, b) => b - a)
  t.strictSame(left.slice(0, codeLimits.tries), [4, 3, 2, 1, 0])
  t.ok(left.slice(codeLimits.tries).every((each) => each === 0))
  const { rows } = await pool.query('select tries from signing.links where invitation_id = $1', [
    link.invitation_id,
  ])
  t.strictSame(rows, [{ tries: codeLimits.tries }])
})

t.test('so many codes are made in an hour, and so many altogether', async (t) => {
  const link = await newLink()
  const made = await Promise.all(Array.from({ length: 12 }, (_, n) => link.give(String(100_000 + n))))
  t.equal(made.filter((until) => until !== undefined).length, codeLimits.anHour)
  await link.set(`hour_began = now() - interval '61 minutes'`)
  t.ok(await link.give('123456'), 'the next hour has its own')
  await link.set(`codes = ${codeLimits.altogether}, hour_began = now() - interval '61 minutes'`)
  t.equal(await link.give('654321'), undefined)
  t.match(await link.guess('123456'), { ok: true }, 'the one before stays')
})

t.test('a link is kept once, and for a month after it has expired', async (t) => {
  const old = await newLink(new Date(Date.now() - 31 * DAY_MS))
  const recent = await newLink(new Date(Date.now() - 29 * DAY_MS))
  const { token, ...same } = recent
  await recent.give('123456')
  await keepLink(pool, { ...same, hash: linkHash(token), expires_at: new Date().toISOString() })
  t.equal(await findLink(pool, linkHash(old.token)), undefined)
  t.ok(await findLink(pool, linkHash(token)))
  t.match(await recent.guess('123456'), { ok: true }, 'its code stays')
})
