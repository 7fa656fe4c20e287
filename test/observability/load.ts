import { accessToken } from '#harness/assistant'
import { logIn } from '#harness/person'
import { createExample } from '@ecmr/contract'
import { createCanvas } from '@napi-rs/canvas'
import type { Test } from 'tap'
import type { Service } from '../all-in-one/service.js'
import { startReceiver } from '../webhooks/support/receiver.js'

/** A caller of a service that does all that it is for. */
export interface Load {
  /** Does everything once more. */
  round(): Promise<void>
}

/** Makes a webhook and an assistant, through which every round goes. */
export async function startLoad(t: Test, service: Service): Promise<Load> {
  const { url, customer, key = '', firstStart = '' } = service
  const receiver = await startReceiver(t)
  await customer.registerWebhook({ url: receiver.url, events: ['ecmr.created', 'ecmr.updated'] })
  const [, email = '', password = ''] =
    /Log in to the panel at \S+ as\s+(\S+@\S+)\s+(\S+)/.exec(firstStart) ?? []
  const site = `http://localhost:${new URL(url).port}`
  const token = await accessToken(site, await logIn(site, { email, password }))

  const get = (path: string): Promise<Response> => fetch(`${url}${path}`, { headers: { 'x-api-key': key } })
  const callTool = (name: string): Promise<Response> =>
    fetch(`${url}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {} } }),
    })

  // A few are enough: each takes a second of a processor.
  const paper = emptySheet()
  let papers = 0
  const readPaper = async (): Promise<void> => {
    papers += 1
    if (papers <= 3) await customer.readDocument({ image: paper })
  }

  return {
    async round() {
      const note = await customer.createEcmr(createExample)
      await customer.updateEcmr(note.id, { notes: 'Ring at gate 2' })
      const { url: address } = await customer.issueEcmrDocument(note.id, { kind: 'cmr' })
      if (address === null) throw new Error('the document has no address')
      await fetch(new URL(new URL(address).pathname, url))
      await customer.listEcmrs({ limit: 20 })
      await get('/api/ecmrs/nothing')
      await get('/')
      await readPaper()
      await callTool('estado_conexion')
      await receiver.count(1)
    },
  }
}

function emptySheet(): string {
  const canvas = createCanvas(800, 1100)
  const drawing = canvas.getContext('2d')
  drawing.fillStyle = '#ffffff'
  drawing.fillRect(0, 0, 800, 1100)
  return `data:image/png;base64,${canvas.toBuffer('image/png').toString('base64')}`
}
