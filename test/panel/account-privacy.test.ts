import { requestRegistration } from '@ecmr/accounts'
import { pino } from 'pino'
import t from 'tap'
import { buildMailingPanel, OTHER_PASSWORD, PASSWORD, pathOf, withPassword } from '../support/account.js'
import { SITE_URL } from '../support/panel.js'

const lines: string[] = []
const logger = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
const { visitor, pool, haulier, mail } = await buildMailingPanel(t, { logger })

t.test('no page of a link is cached or revealed to another site', async (t) => {
  const registrant = { company_name: 'Eva', name: 'Eva', email: 'eva@example.com', language: 'es' } as const
  const requested = await requestRegistration(pool, registrant)
  const registration = requested.kind === 'link' ? requested.token : ''
  const dead = ['/registro/x', '/recuperar/x', '/invitacion/x']
  for (const path of [`/registro/${registration}`, ...dead, '/entrar', '/registro', '/recuperar']) {
    const { headers, html } = await visitor().open(path)
    t.equal(headers['cache-control'], 'no-store', path)
    t.equal(headers['referrer-policy'], 'same-origin', path)
    const elsewhere = html.replaceAll(SITE_URL, '').match(/(src|href|action)="(\w+:)?\/\/[^"]*/g)
    t.equal(elsewhere, null, path)
  }
})

t.test(
  'no log holds a password, a link, a cookie or an address of mail, also when something fails',
  async (t) => {
    await withPassword(pool, haulier)
    const marta = visitor()
    await marta.send('/entrar', { email: 'marta@example.com', password: 'not-the-one' })
    await marta.send('/entrar', { email: 'marta@example.com', password: PASSWORD })
    const session = marta.cookies.get('__Host-session') ?? ''
    mail.refuse(550)
    const somebody = visitor()
    await somebody.send('/recuperar', { email: 'marta@example.com' })
    await somebody.send('/recuperar', { email: 'marta@example.com' })
    const path = pathOf((await mail.next()).links[0])
    await somebody.open(path)
    await somebody.send(path, { password: 'too-short' })

    await pool.query('alter table accounts.links rename to gone')
    const failed = await somebody.send(path, { password: OTHER_PASSWORD }, { from: '/entrar' })
    t.equal(failed.status, 500)
    t.notMatch(failed.text, /accounts|relation/)
    const log = lines.join('')
    t.match(log, /page failed/)
    t.match(log, /mail not taken/)
    for (const secret of [
      'marta@example.com',
      'not-the-one',
      'too-short',
      PASSWORD,
      OTHER_PASSWORD,
      session,
      path.split('/').at(-1) ?? '',
    ]) {
      t.notOk(log.includes(secret), secret)
    }
  },
)
