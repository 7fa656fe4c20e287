import { createServer } from 'node:http'
import { claimAddress } from '@ecmr/runtime'
import t from 'tap'

// RFC 6335, section 6, and ip_local_port_range of Linux.
const LOWEST_GIVEN_AWAY = 32_768

t.test('any port is one that the system does not give to others before the service listens', async (t) => {
  for (let nth = 0; nth < 20; nth++) {
    const port = await claimAddress({ host: '127.0.0.1', port: 0 })
    t.ok(port > 1_023 && port < LOWEST_GIVEN_AWAY, `${port}`)
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    await new Promise((resolve) => server.close(resolve))
  }
})
