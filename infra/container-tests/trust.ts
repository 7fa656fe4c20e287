import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Agent, setGlobalDispatcher } from 'undici'
import type { Installation } from './installation.js'

const ROOT_OF_PROXY = '/data/caddy/pki/authorities/local/root.crt'

/** Lets `fetch` trust the certificate that the proxy has made for localhost, and no other. */
export async function trustProxy(installation: Installation): Promise<void> {
  const file = join(installation.directory, 'root.crt')
  await installation.compose('cp', `proxy:${ROOT_OF_PROXY}`, file)
  setGlobalDispatcher(new Agent({ connect: { ca: await readFile(file) } }))
}
