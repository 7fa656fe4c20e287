import { addressOf, counterpartyLink } from '@ecmr/document-links'
import { pino } from 'pino'
import t from 'tap'
import { box, company, documentsGround } from './ground.js'

const WRONG = { url: `/d/${'A'.repeat(43)}` }

t.test(
  'one address may be asked for so often in a minute, another one of the same document as well',
  async (t) => {
    const ground = await documentsGround(t, { limits: { perLink: 3, wrong: 30 } })
    const { app } = ground
    const { path, documentId, sha256 } = await ground.publish()
    const headers = { 'if-none-match': `"${sha256}"` }
    for (const method of ['GET', 'HEAD', 'GET'] as const)
      t.match([200, 304], [(await app.inject({ method, url: path })).statusCode])
    const refused = await app.inject({ url: path, headers })
    t.match(refused, {
      statusCode: 429,
      headers: { 'retry-after': /^[1-6]?\d$/, 'content-type': /^text\/plain/ },
    })
    const other = await counterpartyLink(ground.pool, box, company, { documentId })
    const url = other.ok ? addressOf(other.link, { box, siteUrl: '' }) : ''
    t.equal((await app.inject({ url })).statusCode, 200)
    t.equal(ground.reads.length, 3, 'what is refused is no read, and neither is HEAD')
  },
)

t.test(
  'a network that guesses gets no more answers, but the documents whose addresses it knows',
  async (t) => {
    const ground = await documentsGround(t, { trustProxy: 1 })
    const { path } = await ground.publish()
    const ask = async (
      from: string,
      { url }: { readonly url: string } = WRONG,
      method: 'GET' | 'POST' = 'GET',
    ) => (await ground.app.inject({ url, method, headers: { 'x-forwarded-for': from } })).statusCode
    const networks = [
      { guessers: ['192.0.2.1', '192.0.2.99', '::ffff:192.0.2.5'], neighbour: '192.0.3.1' },
      { guessers: ['2001:db8:1:2::1', '2001:db8:1:ffff::9'], neighbour: '2001:db8:2::1' },
    ]
    for (const { guessers, neighbour } of networks) {
      const [first = ''] = guessers
      for (let n = 0; n < 30; n++) t.equal(await ask(guessers[n % guessers.length] ?? ''), 404)
      for (const guesser of guessers) t.equal(await ask(guesser), 429, guesser)
      t.equal(await ask(first, { url: '/d/short' }), 429, 'whatever is wrong')
      t.equal(await ask(first, { url: path }, 'POST'), 429)
      t.equal(await ask(first, { url: path }), 200)
      t.equal(await ask(neighbour), 404)
    }
    t.strictSame(
      ground.reads.map(({ address }) => address),
      ['192.0.2.0/24', '2001:db8:1::/48'],
    )
  },
)

t.test('nobody but a trusted proxy says where a request comes from', async (t) => {
  const lines: string[] = []
  const logger = pino({ level: 'trace' }, { write: (line) => void lines.push(line) })
  const ground = await documentsGround(t, { logger })
  const { path } = await ground.publish()
  const headers = { 'x-forwarded-for': '203.0.113.9' }
  for (let n = 0; n < 3; n++) await ground.app.inject({ url: path, headers, remoteAddress: '198.51.100.7' })
  t.equal(ground.reads[0]?.address, '198.51.100.0/24')
  t.equal(lines.filter((line) => line.includes('TRUST_PROXY names none')).length, 1)
  t.notMatch(lines.join(''), path.slice('/d/'.length), 'no address is logged')
})

t.test('a download in parts is one read a minute', async (t) => {
  let now = new Date('2026-10-05T08:00:00Z')
  const ground = await documentsGround(t, { clock: () => now })
  const { path, link, documentId, sha256 } = await ground.publish()
  const ask = (headers: Record<string, string>, remoteAddress = '192.0.2.1') =>
    ground.app.inject({ url: path, headers, remoteAddress })
  await ask({ range: 'bytes=1-' })
  for (const range of ['bytes=0-99', 'bytes=100-199', 'bytes=-5']) await ask({ range })
  await ask({ range: 'bytes=9000-' })
  await ask({ range: 'bytes=0-99' }, '198.51.100.1')
  now = new Date('2026-10-05T08:00:05Z')
  await ask({})
  await ask({ 'if-none-match': `"${sha256}"` })
  const read = { document_id: documentId, company_id: company, link_id: link.link_id, version: 1 }
  t.strictSame(ground.reads, [
    { ...read, address: '192.0.2.0/24', at: new Date('2026-10-05T08:00:00Z') },
    { ...read, address: '198.51.100.0/24', at: new Date('2026-10-05T08:00:00Z') },
    { ...read, address: '192.0.2.0/24', at: now },
    { ...read, address: '192.0.2.0/24', at: now },
  ])
})
