import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { status } from '@grpc/grpc-js'
import t, { type Test } from 'tap'
import { selfSigned } from '../certificate.js'
import type { ServerOptions } from '../server.js'
import { append, batchAppend, headers, read, stubs } from './raw.js'
import { connect, event, refused, revisions, startServer } from './support.js'

const users = { admin: 'changeit' }

/** A server with TLS, and connection strings that know its certificate. */
async function secure(t: Test, options: ServerOptions = {}) {
  const tls = selfSigned()
  const file = join(t.testdir(), 'ca.pem')
  writeFileSync(file, tls.certificate)
  const server = await startServer(t, { ...options, tls })
  return {
    url: (user = ''): string => `esdb://${user}127.0.0.1:${server.port}?tls=true&tlsCaFile=${file}`,
    server,
  }
}

for (const batchAppend of [true, false]) {
  t.test(
    `over TLS with the right credentials everything works${batchAppend ? '' : ', without batches'}`,
    async (t) => {
      const { url } = await secure(t, { users, batchAppend })
      const client = connect(t, url('admin:changeit@'))
      t.match(await client.appendToStream('a-1', event(0)), { success: true })
      t.same(await revisions(client, 'a-1'), [0n])
    },
  )

  t.test(`wrong credentials are UNAUTHENTICATED${batchAppend ? '' : ', without batches'}`, async (t) => {
    const { url } = await secure(t, { users, batchAppend })
    const client = connect(t, url('admin:wrong@'))
    t.match(await refused(client.appendToStream('a-1', event(0))), { type: 'access-denied', code: 16 })
    t.match(await refused(revisions(client, 'a-1')), { type: 'access-denied', code: 16 })
  })

  t.test(`without credentials access is denied${batchAppend ? '' : ', without batches'}`, async (t) => {
    const { url } = await secure(t, { users, batchAppend })
    const client = connect(t, url())
    t.match(await refused(client.appendToStream('a-1', event(0))), { type: 'access-denied' })
    t.match(await refused(revisions(client, 'a-1')), { type: 'access-denied', code: 7 })
  })
}

t.test('a certificate that the client does not know is refused by the client', async (t) => {
  const { server } = await secure(t)
  const client = connect(t, `esdb://127.0.0.1:${server.port}?tls=true`)
  t.match(await refused(client.appendToStream('a-1', event(0), { deadline: 2000 })), { code: 14 })
})

t.test('on the wire, missing rights are PERMISSION_DENIED, in a batch a packed message', async (t) => {
  const client = stubs(t, await startServer(t, { users }))
  const anything = { stream: 'a-1', expected: 'any' } as const
  t.match(await refused(append(client, anything)), { code: status.PERMISSION_DENIED })
  const details = (await batchAppend(client, anything)).getError()?.getDetails()
  t.equal(details?.getTypeUrl(), 'type.googleapis.com/event_store.client.AccessDenied')
  t.equal((await read(client)).error?.code, status.PERMISSION_DENIED)
})

t.test('on the wire, wrong credentials are UNAUTHENTICATED on every path', async (t) => {
  const client = stubs(t, await startServer(t, { users }))
  const anything = { stream: 'a-1', expected: 'any' } as const
  for (const user of ['admin:wrong', 'nobody:changeit', 'admin']) {
    const metadata = headers({ user })
    t.match(await refused(append(client, anything, metadata)), { code: status.UNAUTHENTICATED })
    t.match(await refused(batchAppend(client, anything, metadata)), { code: status.UNAUTHENTICATED })
    t.equal((await read(client, {}, metadata)).error?.code, status.UNAUTHENTICATED)
  }
  t.ok((await append(client, anything, headers({ user: 'admin:changeit' }))).hasSuccess())
})
