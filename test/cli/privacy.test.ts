import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { addUser, beginApp, recordAudit } from '@ecmr/accounts'
import { commandHandler } from '@ecmr/application'
import { actingFor, ecmrNumber } from '@ecmr/domain'
import { openPostgresEventStore } from '@ecmr/event-store'
import { keyWrap, openKeyring } from '@ecmr/personal-data'
import { addressGuard, registerEndpoint, secretBox } from '@ecmr/webhooks'
import t from 'tap'
import { eight } from '../domain/facts.js'
import { operator } from '../support/api.js'
import { SECRET_KEY } from '../support/service-ground.js'
import { openCli } from './ground.js'

const cli = await openCli(t, { tables: true })
const store = await openPostgresEventStore({ url: cli.url })
t.teardown(() => store.close())
const keys = openKeyring({ pool: cli.pool, wrap: keyWrap(SECRET_KEY) })
const { handle } = commandHandler({ store, keys })

async function newNote(company: string, driver_name: string): Promise<string> {
  const id = randomUUID()
  const ecmr_number = ecmrNumber(2026, Buffer.from(id.slice(0, 9)))
  const fields = { ...eight, driver_name, goods_description: 'oil for Eva Luna' }
  const { outcome } = await handle({
    ...{ id, company: actingFor(company), commandId: randomUUID(), correlationId: 'test' },
    actor: { kind: 'user', id: randomUUID(), company_id: company },
    commands: [{ type: 'create', id, ecmr_number, company_id: company, policy: 'lenient', fields }],
  })
  t.equal(outcome, 'accepted')
  return ecmr_number
}

t.test('a person is found and erased, after being asked', async (t) => {
  const {
    company: { id: acme },
  } = await cli.json('companies create --name Acme')
  const {
    company: { id: rival },
  } = await cli.json('companies create --name Rival')
  const [first, foreign] = [await newNote(acme, 'Zoe Quin'), await newNote(rival, 'Zoe Quin')]
  await newNote(acme, 'Zoe Quin')
  await cli.json('projections rebuild all')
  const found = await cli.json('privacy find "zoe quin" --company Acme')
  t.match(found, { isMore: false, notes: [{ places: ['driver_name'], categories: ['people'] }, {}] })
  t.equal(found.notes.length, 2)
  t.match((await cli.json('privacy find "eva luna"')).notes[0], { places: [], also_elsewhere: true })
  t.match(await cli.ecmr('privacy find "zoe quin"'), { code: 0, stdout: new RegExp(foreign) })

  const erase = 'privacy erase --reason "requested by the driver"'
  for (const [line, stderr] of [
    [`${erase} --person "zoe quin"`, /Use --yes/],
    [`${erase} --person "Nadie Nunca" --yes`, /No notes contain this text/],
    [`${erase} --yes`, /Use either --note or --person/],
    [`${erase} --note ${first} --person x --yes`, /Use either --note or --person/],
    [`${erase} --note ECMR-2026-000000000-0 --yes`, /not a consignment note id or number/],
    [`${erase} --note ${randomUUID()} --yes`, /There is no such consignment note|were not changed/],
    [`privacy erase --note ${first} --yes`, /--reason/],
    [`privacy erase --note ${first} --reason "Zoe Quin asked" --yes`, /were not changed/],
    ['privacy find ab', /3 to 200 characters/],
  ] as const) {
    const ran = await cli.ecmr(line)
    t.not(ran.code, 0, line)
    t.match(ran.stderr + ran.stdout, stderr, line)
  }
  t.match(await cli.json('privacy status'), { sealed: { notes: 3 }, erased: { notes: 0 } })
  t.match(await cli.json(`${erase} --person "zoe quin" --company Acme --yes`), {
    notes: [{ outcome: 'erased' }, { outcome: 'erased' }],
  })
  t.match(await cli.json(`${erase} --note ${first} --yes`), { notes: [{ outcome: 'nothing' }] })
  await cli.json('projections rebuild all')
  t.match(await cli.json('privacy find "zoe quin"'), { notes: [{ ecmr_number: foreign }] })
  t.match(await cli.json('privacy status'), {
    ...{ sealed: { notes: 3 }, erased: { keys: 2, notes: 2 }, not_erasable: { events: 0 } },
  })
  t.match(await cli.ecmr('audit verify'), { code: 0 })
})

t.test('what is sealed moves to another SECRET_KEY', async (t) => {
  const { company } = await cli.json('companies create --name Sealed')
  const registered = await registerEndpoint(
    {
      ...{ pool: cli.pool, recordAudit, secrets: secretBox(SECRET_KEY) },
      urlRules: { guard: addressGuard([]), httpsOnly: false },
    },
    {
      ...{ company: actingFor(company.id), url: 'https://192.0.2.1.invalid/hooks', events: ['ecmr.created'] },
      ...{ followsFrom: '', actor: operator },
    },
  )
  if (!registered.ok) throw new Error(registered.reason)
  const { secret } = registered
  const person = { company_id: company.id, email: 'a@example.com', name: 'A', role: 'owner' } as const
  const { id: user } = await addUser(cli.pool, person, operator)
  const appSecret = await beginApp(cli.pool, secretBox(SECRET_KEY, 'ecmr authenticator apps'), user)
  await cli.pool.query(
    `update webhooks.endpoints set former_secrets = jsonb_build_array(jsonb_build_object('sealed', secret, 'until', now()))`,
  )
  const file = join(t.testdir(), 'former')
  await writeFile(file, `${SECRET_KEY}\n`)
  t.match(await cli.ecmr('privacy rewrap --former-key-file /nowhere/key'), {
    code: 1,
    stderr: /cannot be read/,
  })
  const { keys: kept } = (await cli.json('privacy status')).sealed
  cli.env.SECRET_KEY = 'another key for tests, of 32 characters or more'
  t.teardown(() => {
    cli.env.SECRET_KEY = SECRET_KEY
  })
  t.same(await cli.json(`privacy rewrap --former-key-file ${file}`), {
    ...{ rewrapped: kept, already: 0 },
    webhook_secrets: { resealed: 2, already: 0, unreadable: 0 },
    authenticator_apps: { resealed: 1, already: 0, unreadable: 0 },
  })
  t.same(await cli.json(`privacy rewrap --former-key-file ${file}`), {
    ...{ rewrapped: 0, already: kept },
    webhook_secrets: { resealed: 0, already: 2, unreadable: 0 },
    authenticator_apps: { resealed: 0, already: 1, unreadable: 0 },
  })
  const { rows } = await cli.pool.query(
    `select e.secret, e.former_secrets->0->>'sealed' as former, a.next_secret as app
      from webhooks.endpoints e, accounts.authenticator_apps a`,
  )
  const present = secretBox(cli.env.SECRET_KEY)
  t.strictSame(
    [rows[0].secret, rows[0].former].map((sealed) => present.open(sealed, registered.endpoint.id)),
    [secret, secret],
  )
  t.equal(secretBox(cli.env.SECRET_KEY, 'ecmr authenticator apps').open(rows[0].app, user), appSecret)

  await cli.pool.query(`update webhooks.endpoints set secret = 'v1.a.b.c'`)
  t.match(
    (await cli.ecmr(`privacy rewrap --former-key-file ${file}`)).stdout,
    /1 webhook secrets open under neither key/,
  )
  await cli.json('projections rebuild all')
  t.equal((await cli.json('privacy find "zoe quin"')).notes.length, 1, 'read with the new one')
})
