import {
  chooseNotices,
  drainAuditOutbox,
  type NoticeKind,
  removeUser,
  UNSUBSCRIBE_DAYS,
  type User,
  unsubscribeTokens,
} from '@ecmr/accounts'
import { actingFor } from '@ecmr/domain'
import t from 'tap'
import { buildTestPanel, operator } from '../support/panel.js'

const panel = await buildTestPanel(t)
const { app, pool, store, haulier, rival, visitor, person, dependencies } = panel
const tokens = unsubscribeTokens(dependencies.secretKey)
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const ONE_CLICK = Buffer.from('List-Unsubscribe=One-Click')
const UNKNOWN = { status: 404, text: /Este enlace no sirve.*Está incompleto o es demasiado antiguo/ }

async function reader(notices: readonly NoticeKind[]) {
  const visit = await person(haulier, 'member', 'Marta Vidal')
  await chooseNotices(pool, visit.user, notices, operator)
  const on = async () =>
    (
      await pool.query<Pick<User, 'notices'>>('select notices from accounts.users where id = $1', [
        visit.user.id,
      ])
    ).rows[0]?.notices
  const link = (kinds: readonly NoticeKind[], company = haulier, made = tokens) =>
    `/avisos/baja/${made.make({ user_id: visit.user.id, company_id: company.id, kinds })}`
  return { ...visit, on, link }
}

async function changesOf({ id }: Pick<User, 'id'>) {
  await drainAuditOutbox(pool, store)
  const trail = await store.readStream(`company-${haulier.id}`)
  const changes = trail.filter(({ type, data }) => type === 'UserChanged' && data.user_id === id)
  return changes.map(({ data, metadata }) => ({ data, actor: metadata.actor }))
}

t.test('opening the link changes nothing, and its page says which notices end', async (t) => {
  const marta = await reader(['incidents', 'signatures', 'late_deliveries'])
  const link = marta.link(['incidents', 'signatures'])
  const scanner = visitor()
  const page = await scanner.open(link)
  t.match(page, {
    status: 200,
    text: /Dejar de recibir avisos Dejará de recibir por correo estos avisos: Incidencias Firmas Dejar de recibirlos/,
  })
  t.notMatch(page.html, /Marta|person\d+@example|_csrf/, 'and nothing of the person')
  t.equal((await app.inject({ method: 'HEAD', url: link })).statusCode, 200)
  t.same(await marta.on(), ['incidents', 'signatures', 'late_deliveries'])
  t.match(
    (await visitor({ 'accept-language': 'en' }).open(link)).text,
    /You will no longer be emailed about: Incidents Signatures Unsubscribe/,
  )
})

t.test('one click ends the notices of that mail at once, as often as it is sent', async (t) => {
  const marta = await reader(['incidents', 'signatures', 'late_deliveries'])
  const link = marta.link(['incidents', 'signatures'])
  for (const _ of [1, 2, 3]) {
    const done = await visitor().post(link, ONE_CLICK, FORM)
    t.match(done, {
      status: 200,
      location: undefined,
      text: /Ya no recibirá estos avisos.*Avisos desactivados: Incidencias Firmas/,
    })
    t.same(await marta.on(), ['late_deliveries'])
  }
  t.match((await visitor().open(link)).text, /Ya no recibirá estos avisos/)
  t.same((await changesOf(marta.user)).slice(1), [
    {
      data: {
        user_id: marta.user.id,
        by: 'link',
        fields: ['notices'],
        changes: {
          notices: { old: ['incidents', 'signatures', 'late_deliveries'], new: ['late_deliveries'] },
        },
      },
      actor: { kind: 'user', id: marta.user.id, company_id: haulier.id },
    },
  ])
  const owner = await person(haulier)
  t.match(
    (await owner.open('/auditoria?ver=cuenta')).text,
    /Con: enlace.*notices: incidencias, firmas, entregas con retraso → entregas con retraso/,
  )
})

t.test(
  'mail programs send it in either encoding, from any site; a person sends it from the page',
  async (t) => {
    const body = Buffer.from(
      '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
    )
    const marta = await reader(['signatures'])
    const sent = { 'content-type': 'multipart/form-data; boundary=b', 'sec-fetch-site': 'cross-site' }
    t.match(await visitor().post(marta.link(['signatures']), body, sent), { status: 200 })
    t.same(await marta.on(), [])

    const rosa = await reader(['signatures'])
    const { html } = await visitor().open(rosa.link(['signatures']))
    const [, action = '', name = '', value = ''] =
      /<form [^>]*action="([^"]+)">\s*<input type="hidden" name="([^"]+)" value="([^"]+)">/.exec(html) ?? []
    const form = Buffer.from(new URLSearchParams({ [name]: value }).toString())
    t.match(await visitor().post(action, form, { ...FORM, 'sec-fetch-site': 'same-origin' }), { status: 200 })
    t.same(await rosa.on(), [])
  },
)

t.test('what is not the form of one click ends nothing', async (t) => {
  const marta = await reader(['incidents'])
  const link = marta.link(['incidents'])
  for (const body of ['', 'List-Unsubscribe=One-Tap', 'other=One-Click'])
    t.match(
      await visitor().post(link, Buffer.from(body), FORM),
      { status: 400, text: /Dejar de recibirlos/ },
      body,
    )
  t.equal((await visitor().post(link, Buffer.alloc(10_000, 'a'), FORM)).status, 413)
  t.equal((await visitor().post(link, ONE_CLICK, { 'content-type': 'application/json' })).status, 415)
  const part = (n: number) => `--b\r\nContent-Disposition: form-data; name="f${n}"\r\n\r\nx\r\n`
  const parts = Buffer.from(`${Array.from({ length: 9 }, (_, n) => part(n)).join('')}--b--\r\n`)
  const many = await visitor().post(link, parts, { 'content-type': 'multipart/form-data; boundary=b' })
  t.ok(many.status >= 400 && many.status < 500, `${many.status}`)
  t.same(await marta.on(), ['incidents'])
})

t.test('wrong and old links, and those of people who have left, get the same page', async (t) => {
  const marta = await reader(['incidents'])
  const right = marta.link(['incidents'])
  const gone = await reader(['incidents'])
  await removeUser(pool, actingFor(haulier.id), gone.user.id, operator)
  const daysAgo = (days: number) =>
    unsubscribeTokens(dependencies.secretKey, () => new Date(Date.now() - days * 24 * 3_600_000))
  const dead = [
    '/avisos/baja/x',
    `/avisos/baja/${'x'.repeat(90)}`,
    `${right}A`,
    right.replace(/baja\/..../, 'baja/AAAA'),
    marta.link(['incidents'], rival),
    marta.link(['incidents'], haulier, unsubscribeTokens('another key, which is not that of this panel')),
    marta.link(['incidents'], haulier, daysAgo(UNSUBSCRIBE_DAYS + 1)),
    gone.link(['incidents']),
  ]
  const answers = new Set<string>()
  for (const link of dead) {
    const opened = await visitor().open(link)
    t.match(opened, UNKNOWN, link)
    answers.add(opened.html.replaceAll(encodeURIComponent(link), ''))
    t.match(await visitor().post(link, ONE_CLICK, FORM), UNKNOWN, link)
  }
  t.equal(answers.size, 1)
  t.same(await marta.on(), ['incidents'])
  const old = marta.link(['incidents'], haulier, daysAgo(UNSUBSCRIBE_DAYS - 1))
  t.equal((await visitor().post(old, ONE_CLICK, FORM)).status, 200)
  t.same(await marta.on(), [])
})

t.test('links are tried a few times a minute from one network, apart from logging in', async (t) => {
  const { visitor, haulier } = await buildTestPanel(t, () => ({ limits: { perPerson: 1e6, perAddress: 3 } }))
  const link = `/avisos/baja/${tokens.make({ user_id: haulier.id, company_id: haulier.id, kinds: [] })}`
  for (const _ of [1, 2]) t.equal((await visitor().open(link)).status, 404)
  t.equal((await visitor().post(link, ONE_CLICK, FORM)).status, 404)
  t.match(await visitor().post(link, ONE_CLICK, FORM), { status: 429, headers: { 'retry-after': /^\d+$/ } })
  t.equal((await visitor().open('/entrar')).status, 200)
})
