import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { clusterOf, emptyDataDir } from '../support/data-dir.js'
import { startService, stopService } from './service.js'

t.test('webhooks may go to this machine, but not to the service and its database', async (t) => {
  const dataDir = await emptyDataDir(t)
  const service = await startService(t, { dataDir })
  const { url, key = '' } = service
  const register = async (to: string) => {
    const answer = await fetch(`${url}/api/webhooks`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify({ url: to, events: ['ecmr.created'] }),
    })
    return { status: answer.status, body: await answer.json() }
  }
  const message = /belongs to this service itself/
  const refused = {
    status: 400,
    body: { errors: [{ pointer: '/url', code: 'forbidden_address', message }] },
  }
  const own = { service: new URL(url).port, PostgreSQL: await postgresPort(dataDir), projector: '8081' }
  for (const [what, port] of Object.entries(own)) {
    for (const host of ['127.0.0.1', 'localhost', '[::1]']) {
      t.match(await register(`http://${host}:${port}/`), refused, `${what} at ${host}`)
    }
  }
  t.match(await register('http://localhost:9000/'), { status: 201 }, 'a receiver for trying out')
  t.equal(await stopService(service), 0)
})

/** Where the embedded server listens: PostgreSQL writes it down beside its data. */
async function postgresPort(dataDir: string): Promise<string> {
  const lines = (await readFile(join((await clusterOf(dataDir)) ?? '', 'postmaster.pid'), 'utf8')).split('\n')
  return lines[3] ?? ''
}
