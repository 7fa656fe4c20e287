import { randomUUID } from 'node:crypto'
import type { Company } from '@ecmr/accounts'
import type { Pool } from 'pg'
import { Registry } from 'prom-client'
import t, { type Test } from 'tap'
import { buildTestPanel, type TestPanel } from '../support/panel.js'
import { until } from '../support/until.js'
import type { Visit } from '../support/visit.js'
import { type EventStream, openStream } from './event-stream.js'
import { noteWriter, signedBy, withOwnCompanies } from './ground.js'

const shared = await buildTestPanel(t)
const origin = await shared.app.listen({ host: '127.0.0.1', port: 0 })

/** Companies of one test, and streams that end with it. */
async function ground(t: Test) {
  const panel = await withOwnCompanies(shared)
  const { create, write } = noteWriter(panel)
  return {
    ...panel,
    create,
    write,
    stream: async (by: Visit, query: string, headers = {}) => streamed(t, origin, by, query, headers),
  }
}

async function streamed(
  t: Test,
  at: string,
  by: Visit,
  query: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<EventStream> {
  const stream = await openStream(at, by, `/cambios?${query}`, headers)
  if (stream instanceof Response) throw new Error(`no stream: ${stream.status}`)
  t.teardown(() => stream.close())
  return stream
}

/** What a page that is made now knows. */
async function headOf({ store }: Pick<TestPanel, 'store'>): Promise<string> {
  return `desde=${await store.head()}`
}

t.test('a page is told which notes of its company have changed, and of no other’s', async (t) => {
  const { create, write, lucia, rival, stream, ...panel } = await ground(t)
  const [own, foreign] = [await create(), await create({}, rival)]
  const live = await stream(lucia, await headOf(panel))
  t.match(live.headers.get('content-type'), /^text\/event-stream/)
  t.equal(live.headers.get('x-accel-buffering'), 'no')
  t.match(live.headers.get('cache-control'), /no-store/)
  t.equal(live.headers.get('content-encoding'), null)
  await live.next('ready')
  await write(foreign, signedBy('sender'))
  await write(own, signedBy('sender', 'Antonio Ruiz'))
  const told = await live.next('changes')
  t.match(told?.data, { changes: [{ id: own.id, version: 2 }], more: false })
  t.match(live.text(), /^retry: \d+\n/)
  t.notMatch(live.text(), foreign.id)
  for (const personal of ['Antonio', 'Aceites', own.ecmr_number, rival.id]) t.notMatch(live.text(), personal)
})

t.test('what happened since the page was made is told at once, and a broken stream goes on', async (t) => {
  const { create, write, lucia, stream, ...panel } = await ground(t)
  const note = await create()
  const before = await headOf(panel)
  await write(note, signedBy('sender'))
  const first = await stream(lucia, before)
  const told = await first.next('changes')
  t.match(told?.data, { changes: [{ id: note.id, version: 2 }] })
  first.close()
  const other = await create()
  const resumed = await stream(lucia, before, { 'last-event-id': told?.id ?? '' })
  t.match((await resumed.next('changes'))?.data, { changes: [{ id: other.id, version: 1 }] })
  t.notMatch(resumed.text(), note.id)
})

t.test('the page of a note hears about that note alone, from the version that it shows on', async (t) => {
  const { create, write, lucia, stream } = await ground(t)
  const [note, other] = [await create(), await create()]
  const late = await stream(lucia, `carta=${note.id}&version=0`)
  t.match((await late.next('changes'))?.data, { changes: [{ id: note.id, version: 1 }] })
  const live = await stream(lucia, `carta=${note.id}&version=1`)
  await live.next('ready')
  await write(other, signedBy('sender'))
  await write(note, signedBy('sender'))
  t.match((await live.next('changes'))?.data, { changes: [{ id: note.id, version: 2 }] })
  t.notMatch(live.text(), other.id)
})

t.test('a note of another company is as one that does not exist', async (t) => {
  const { create, write, lucia, rival, stream } = await ground(t)
  const foreign = await create({}, rival)
  const live = await stream(lucia, `carta=${foreign.id}&version=0`)
  await live.next('ready')
  await write(foreign, signedBy('sender'))
  const own = await create()
  const known = await stream(lucia, `carta=${own.id}&version=0`)
  await known.next('changes')
  t.notMatch(live.text(), 'changes')
  const once = async (id: string) => (await lucia.open(`/cambios?carta=${id}&version=0`)).html
  t.equal(await once(foreign.id), await once(randomUUID()))
})

t.test('a stream ends with its session, and is told nothing any more', async (t) => {
  const { create, lucia, person, haulier, pool, stream, ...panel } = await ground(t)
  const live = await stream(lucia, await headOf(panel))
  await live.next('ready')
  await lucia.send('/salir', {}, { from: '/cuenta' })
  t.match((await live.next('end'))?.data, { reason: 'session' })
  await live.ended

  const emma = await person(haulier)
  const elsewhere = await stream(emma, await headOf(panel))
  await elsewhere.next('ready')
  await pool.query('delete from accounts.sessions where user_id = $1', [emma.user.id])
  await create()
  t.match((await elsewhere.next('end'))?.data, { reason: 'session' })
  await elsewhere.ended
  t.notMatch(elsewhere.text(), 'event: changes')
  const again = await openStream(origin, emma, `/cambios?${await headOf(panel)}`)
  t.match(again, { status: 303 })
})

t.test('a page that is left open does not keep its session alive', async (t) => {
  const { lucia, pool, stream, ...panel } = await ground(t)
  const seen = async () =>
    (
      await pool.query<{ last_seen_at: Date }>(
        'select last_seen_at from accounts.sessions where user_id = $1',
        [lucia.user.id],
      )
    ).rows[0]?.last_seen_at.toISOString()
  await pool.query(
    "update accounts.sessions set last_seen_at = now() - interval '1 hour' where user_id = $1",
    [lucia.user.id],
  )
  const before = await seen()
  await (await stream(lucia, await headOf(panel))).next('ready')
  await lucia.open(`/cambios?${await headOf(panel)}`)
  t.equal(await seen(), before)
  await lucia.open('/cuenta')
  t.not(await seen(), before)
})

t.test('a person and a company have so many streams, and others still get theirs', async (t) => {
  const { lucia, person, haulier, rival, stream, ...panel } = await ground(t)
  const query = await headOf(panel)
  const open: EventStream[] = []
  for (let count = 0; count < 6; count += 1) open.push(await stream(lucia, query))
  const refused = await openStream(origin, lucia, `/cambios?${query}`)
  t.match(refused, { status: 429 })
  if (refused instanceof Response) t.match(refused.headers.get('retry-after'), /^\d+$/)
  t.equal((await lucia.open(`/cambios?${query}`)).status, 200, 'who gets no stream can ask')
  const fill = async (company: Company, people: number) => {
    for (let count = 0; count < people; count += 1) {
      const one = await person(company, 'member')
      for (let streams = 0; streams < 6; streams += 1) await stream(one, query)
    }
  }
  await fill(haulier, 9)
  t.match(await openStream(origin, await person(haulier), `/cambios?${query}`), { status: 429 })
  await (await stream(await person(rival), query)).next('ready')
  open[0]?.close()
  await until(async () => {
    const answer = await openStream(origin, lucia, `/cambios?${query}`)
    if (answer instanceof Response) return false
    t.teardown(() => answer.close())
    return true
  }, 'the place of a stream that was closed')
})

t.test('pages without a stream are answered once; of very much only that there is more', async (t) => {
  const { create, write, lucia, ...panel } = await ground(t)
  const before = await headOf(panel)
  const note = await create()
  await shared.dependencies.positions.waitFor(['history'], await panel.store.head(), 10_000)
  const once = await lucia.open(`/cambios?${before}`)
  t.match(once.headers['content-type'], /^application\/json/)
  const { changes, more, position } = JSON.parse(once.html)
  t.same(changes, [{ id: note.id, version: 1 }])
  t.equal(more, false)
  t.match(JSON.parse((await lucia.open(`/cambios?desde=${position}`)).html), { changes: [] })
  const edits = Array.from({ length: 60 }, (_, count) => ({
    type: 'edit' as const,
    changes: { reference: `REF-${count}` },
  }))
  await write(note, ...edits)
  await write(
    note,
    ...edits.map((edit) => ({ ...edit, changes: { reference: `${edit.changes.reference}B` } })),
  )
  await shared.dependencies.positions.waitFor(['history'], await panel.store.head(), 10_000)
  const much = JSON.parse((await lucia.open(`/cambios?${before}`)).html)
  t.match(much, { changes: [{ id: note.id, version: 121 }], more: true })
})

t.test('what is no place, no note and no version is refused', async (t) => {
  const { lucia } = await ground(t)
  const note = randomUUID()
  for (const query of [
    '',
    'desde=x',
    'desde=-1',
    'desde=1&desde=2',
    `carta=${note}`,
    `carta=${note}&version=x`,
    'carta=1&version=1',
    `carta=${note}&version=-1`,
    `carta=${note}&version=1e9`,
  ])
    t.match(await openStream(origin, lucia, `/cambios?${query}`), { status: 400 }, query)
  t.equal((await shared.visitor().open('/cambios?desde=')).status, 303)
})

t.test('what could not be told is told later, and the failure is counted', async (t) => {
  const metrics = new Registry()
  const panel = await buildTestPanel(t, () => ({ metrics }))
  const at = await panel.app.listen({ host: '127.0.0.1', port: 0 })
  const { create } = noteWriter(panel)
  const lucia = await panel.person(panel.haulier)
  const live = await streamed(t, at, lucia, await headOf(panel))
  await live.next('ready')
  await panel.pool.query('alter table accounts.sessions rename to away')
  const first = await create()
  const failures = async () =>
    (await metrics.getSingleMetric('ecmr_panel_live_failures_total')?.get())?.values[0]?.value
  await until(async () => ((await failures()) ?? 0) > 0, 'the failure to be counted')
  t.notMatch(live.text(), 'event: changes', 'nothing is told while it is unknown whether the session lives')
  t.match((await panel.visitor().open('/readyz')).html, /"live":"/)
  await panel.pool.query('alter table accounts.away rename to sessions')
  const second = await create()
  t.match((await live.next('changes'))?.data, { changes: [{ id: first.id }, { id: second.id }] })
})

t.test('a page that is opened while sessions are looked at goes on hearing', async (t) => {
  let looks = 0
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const slow = (pool: Pool): Pool =>
    new Proxy(pool, {
      get(target, name) {
        const member = Reflect.get(target, name, target)
        if (name !== 'connect') return typeof member === 'function' ? member.bind(target) : member
        return async () => {
          const client = await target.connect()
          return {
            release: () => client.release(),
            async query(sql: string, values: unknown[]) {
              const answer = await client.query(sql, values)
              const isLook = sql.includes('"accounts"."sessions"') && sql.includes('"s"."id" in')
              if (isLook) looks += 1
              if (isLook) await released
              return answer
            },
          }
        }
      },
    })
  const panel = await buildTestPanel(t, ({ pool }) => ({ pool: slow(pool) }))
  const at = await panel.app.listen({ host: '127.0.0.1', port: 0 })
  const { create } = noteWriter(panel)
  const lucia = await panel.person(panel.haulier)
  const first = await streamed(t, at, lucia, await headOf(panel))
  await first.next('ready')
  const one = await create()
  await until(async () => looks > 0, 'a look at the sessions')
  const second = await streamed(t, at, await panel.person(panel.haulier), await headOf(panel))
  await second.next('ready')
  release()
  t.match((await first.next('changes'))?.data, { changes: [{ id: one.id }] })
  const other = await create()
  t.match((await second.next('changes'))?.data, { changes: [{ id: other.id }] })
  t.notMatch(second.text(), 'event: end')
})

t.test('a service that stops ends its streams, and opens no more', async (t) => {
  const stopping = new AbortController()
  const panel = await buildTestPanel(t, () => ({ shutdownSignal: stopping.signal }))
  const at = await panel.app.listen({ host: '127.0.0.1', port: 0 })
  const lucia = await panel.person(panel.haulier)
  const live = await streamed(t, at, lucia, await headOf(panel))
  await live.next('ready')
  stopping.abort()
  await live.ended
  t.notMatch(live.text(), 'event: end', 'its page comes back by itself')
  t.match(await openStream(at, lucia, `/cambios?${await headOf(panel)}`), { status: 429 })

  const other = await buildTestPanel(t)
  const port = await other.app.listen({ host: '127.0.0.1', port: 0 })
  const open = await streamed(t, port, await other.person(other.haulier), await headOf(other))
  await open.next('ready')
  await other.app.close()
  await open.ended
})
