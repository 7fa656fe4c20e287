import {
  giveBackMails,
  MOST_MAILS_A_DAY,
  migrateDocumentLinks,
  type TakenMails,
  takeMails,
} from '@ecmr/document-links'
import { actingFor } from '@ecmr/domain'
import { openPool } from '@ecmr/postgres'
import t from 'tap'
import { testDatabase } from '../support/database.js'

const [haulier, other] = [actingFor('haulier'), actingFor('other')]

t.test('a company sends so many mails a day and no more', async (t) => {
  const pool = openPool({ url: await testDatabase(t), max: 10, name: 'test' })
  t.teardown(() => pool.end())
  await migrateDocumentLinks(pool)
  const take = async (count: number, company = haulier): Promise<TakenMails> => {
    const taken = await takeMails(pool, company, count)
    if (!taken.ok) throw new Error(`${taken.left} left`)
    return taken.taken
  }

  await t.test('however many ask at once', async (t) => {
    const all = await Promise.all(Array.from({ length: 40 }, () => takeMails(pool, haulier, 7)))
    t.equal(all.filter(({ ok }) => ok).length, Math.floor(MOST_MAILS_A_DAY / 7))
    const refused = all.find(({ ok }) => !ok)
    t.match(refused, { left: MOST_MAILS_A_DAY % 7 })
    const seconds = refused?.ok === false ? refused.retryAfterSeconds : 0
    t.ok(seconds > 0 && seconds <= 86_400, `${seconds} s`)
    t.ok((await takeMails(pool, other, 10)).ok, 'the other company has its own')
  })

  await t.test('what was not sent counts no more; all or nothing is taken', async (t) => {
    const left = MOST_MAILS_A_DAY % 7
    const taken = await take(left)
    await t.rejects(take(1), { message: '0 left' })
    await giveBackMails(pool, taken, left)
    await t.rejects(take(left + 1), { message: `${left} left` })
    await take(left)
  })

  await t.test(
    'the next day begins anew, and what was taken the day before is not given back to it',
    async (t) => {
      await pool.query(`update documents.mail_counts set day = day - 1`)
      const day = (await pool.query(`select day::text from documents.mail_counts limit 1`)).rows[0].day
      await take(10)
      await giveBackMails(pool, { company: haulier, day, count: 5 }, 5)
      await take(MOST_MAILS_A_DAY - 10)
      await t.rejects(take(1), { message: '0 left' })
    },
  )
})
