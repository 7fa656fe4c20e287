import { requestReset } from '@ecmr/accounts'
import { countGrantsOfPerson } from '@ecmr/accounts/oauth'
import t from 'tap'
import { buildMailingPanel, OTHER_PASSWORD, PASSWORD, pathOf, withPassword } from '../support/account.js'
import { buildTestPanel, operator, SITE_URL } from '../support/panel.js'
import { letIn, newClient, withPayingCompanies } from './connect-client.js'

const shared = await buildMailingPanel(t)
const { visitor, pool, haulier, mail } = shared

const EMAIL = 'marta@example.com'
/** a page without the form that is sent, but with a token for it */
const ENTRANCE = { from: '/entrar' }

t.test(
  'a forgotten password is replaced through a link, which works once, and all other sessions end',
  async (t) => {
    await withPassword(pool, haulier, { email: EMAIL })
    const elsewhere = visitor()
    await elsewhere.send('/entrar', { email: EMAIL, password: PASSWORD })
    t.equal((await elsewhere.open('/cuenta')).status, 200)

    const asked = await visitor({ 'x-forwarded-for': '203.0.113.7' }).send('/recuperar', { email: EMAIL })
    t.equal(asked.status, 200)
    const message = await mail.next()
    t.same(message.to, [EMAIL])
    t.match(message.text, /Desde la dirección de red 203\.0\.113\.7 .* hasta el \d+ de \w+ de \d{4}/s)
    t.ok(message.links[0]?.startsWith(`${SITE_URL}/recuperar/`))
    const path = pathOf(message.links[0])

    const marta = visitor()
    const form = await marta.open(path)
    t.equal(form.status, 200)
    t.equal(form.headers['cache-control'], 'no-store')
    t.equal(form.headers['referrer-policy'], 'same-origin')
    t.match(form.html, /type="password" autocomplete="new-password"/)
    const weak = await marta.send(path, { password: 'marta@example.com' })
    t.equal(weak.status, 400)
    t.match(weak.html, /id="f-password-fault">Se parece demasiado/)
    t.notMatch(weak.html, /type="password"[^>]*value=/)

    const done = await marta.send(path, { password: OTHER_PASSWORD })
    t.equal(done.status, 303)
    t.match((await marta.open('/cuenta')).text, /Marta Vidal .*Contraseña cambiada/)
    t.equal((await elsewhere.open('/cuenta')).status, 303)
    for (const answer of [
      await visitor().open(path),
      await visitor().send(path, { password: PASSWORD }, ENTRANCE),
    ]) {
      t.equal(answer.status, 404)
      t.match(answer.text, /Este enlace ya no sirve/)
      t.match(answer.html, /href="\/recuperar"/)
    }
    t.equal((await visitor().send('/entrar', { email: EMAIL, password: PASSWORD })).status, 400)
    t.equal((await visitor().send('/entrar', { email: EMAIL, password: OTHER_PASSWORD })).status, 303)
  },
)

t.test('the answer does not tell whether an address has an account, nor does its time', async (t) => {
  const email = 'olga@example.com'
  await withPassword(pool, haulier, { email })
  const ask = async (address: string): Promise<string> => {
    const somebody = visitor()
    const { formToken: token = '' } = await somebody.open('/recuperar')
    const begun = performance.now()
    const page = await somebody.send('/recuperar', { email: address }, { token })
    t.ok(performance.now() - begun > 290, address)
    t.equal(page.status, 200)
    return page.html
  }
  t.equal(await ask('OLGA@example.com'), await ask('nobody@example.com'))
  t.same((await mail.next()).to, [email])
  const bad = await visitor().send('/recuperar', { email: 'nobody' })
  t.equal(bad.status, 400)
  t.match(bad.html, /id="f-email-fault">Escriba una dirección de correo/)
  t.match(bad.html, /value="nobody"/)
})

t.test('a later link ends the earlier one', async (t) => {
  const email = 'carla@example.com'
  await withPassword(pool, haulier, { email })
  const somebody = visitor({ 'accept-language': 'en' })
  for (const _ of [1, 2]) await somebody.send('/recuperar', { email })
  const [first, second] = [await mail.next(), await mail.next()]
  t.equal((await visitor().open(pathOf(first.links[0]))).status, 404)
  t.equal((await visitor().open(pathOf(second.links[0]))).status, 200)
})

t.test('a reset disconnects the assistants of the user, unless unticked', async (t) => {
  const { haulier } = await withPayingCompanies(shared)
  const user = await withPassword(pool, haulier, { email: 'rosa@example.com' })
  const link = async () => `/recuperar/${(await requestReset(pool, user.email, operator))?.token}`
  t.notMatch((await visitor().open(await link())).html, /end_assistants/, 'there is none yet')
  await letIn(pool, user, await newClient(pool, 'Assistant'))
  const page = await visitor().open(await link())
  t.match(page.html, /name="end_assistants" value="true" checked/)
  t.match(page.text, /Desconectar también el asistente de IA que ha autorizado/)
  await visitor().send(await link(), { password: OTHER_PASSWORD })
  t.equal(await countGrantsOfPerson(pool, user.id), 1, 'unticked')
  await visitor().send(await link(), { password: PASSWORD, end_assistants: 'true' })
  t.equal(await countGrantsOfPerson(pool, user.id), 0)
})

t.test('a link that has expired, is for something else or never was leads to the same page', async (t) => {
  const email = 'elena@example.com'
  await withPassword(pool, haulier, { email })
  const reset = await requestReset(pool, email, operator)
  const token = reset?.token ?? ''
  const dead = [
    `/recuperar/${'x'.repeat(43)}`,
    '/recuperar/x',
    `/invitacion/${token}`,
    `/recuperar/${token}=`,
  ]
  for (const path of dead) t.equal((await visitor().open(path)).status, 404, path)
  t.equal((await visitor().send(`/registro/${token}`, {}, ENTRANCE)).status, 404)
  t.equal(
    (await visitor().send(`/invitacion/${token}`, { name: 'X', password: PASSWORD }, ENTRANCE)).status,
    404,
  )
  t.equal((await visitor().open(`/recuperar/${token}`)).status, 200, 'they have not used it up')
  await pool.query(`update accounts.links set expires_at = now() - interval '1 second'`)
  t.equal((await visitor().open(`/recuperar/${token}`)).status, 404)
  t.equal((await visitor().send(`/recuperar/${token}`, { password: OTHER_PASSWORD }, ENTRANCE)).status, 404)
})

t.test('without mail the page says who makes links, whichever address is sent to it', async (t) => {
  const { visitor, pool, haulier } = await buildTestPanel(t)
  await withPassword(pool, haulier, { email: EMAIL })
  const page = await visitor().open('/recuperar')
  t.match(page.text, /no envía correo/)
  t.notMatch(page.html.replace(/<header.*<\/header>/s, ''), /<form/)
  const somebody = visitor()
  const answers = []
  for (const email of [EMAIL, 'nobody@example.com']) {
    answers.push((await somebody.send('/recuperar', { email }, { from: '/entrar' })).html)
  }
  t.equal(answers[0], answers[1])
  t.match(answers[0], /no envía correo/)
})
