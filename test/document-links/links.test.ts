import { createHash, randomUUID } from 'node:crypto'
import {
  addressOf,
  closeLink,
  counterpartyLink,
  inspectionLink,
  inspectionLinks,
  isOpen,
  MOST_COUNTERPARTY_LINKS,
} from '@ecmr/document-links'
import { actingFor } from '@ecmr/domain'
import { openPool } from '@ecmr/postgres'
import { secretBox } from '@ecmr/webhooks'
import t from 'tap'
import { operator } from '../support/api.js'
import { databaseWithTables } from '../support/database-with-tables.js'

const box = secretBox('a key that only these tests have, of some length')
const writer = { box, siteUrl: 'https://notes.example.com' }
const ADDRESS = /^https:\/\/notes\.example\.com\/d\/([A-Za-z0-9_-]{43})$/

t.test('links of documents', async (t) => {
  const pool = openPool({ url: await databaseWithTables(t), max: 8, name: 'test links' })
  t.teardown(() => pool.end())
  const [haulier, other] = [actingFor(randomUUID()), actingFor(randomUUID())]

  await t.test('a document has one inspection link, however many ask at once', async (t) => {
    const documentId = randomUUID()
    const links = await Promise.all(
      Array.from({ length: 8 }, () => inspectionLink(pool, box, haulier, documentId)),
    )
    t.equal(new Set(links.map((link) => addressOf(link, writer))).size, 1)
    const { rows } = await pool.query('select * from documents.links where document_id = $1', [documentId])
    t.equal(rows.length, 1)
    const [, token = ''] = ADDRESS.exec(addressOf(rows[0], writer)) ?? []
    t.same(rows[0].token_hash, createHash('sha256').update(token, 'base64url').digest())
    t.notMatch(JSON.stringify(rows), token, 'the token itself is not stored')
  })

  await t.test('those of many documents are found together, and only the own ones', async (t) => {
    const ids = [randomUUID(), randomUUID(), randomUUID()] as const
    const [first] = await Promise.all([
      inspectionLink(pool, box, haulier, ids[0]),
      inspectionLink(pool, box, other, ids[1]),
    ])
    t.strictSame(await inspectionLinks(pool, haulier, ids), new Map([[ids[0], first]]))
    t.strictSame(await inspectionLinks(pool, haulier, []), new Map())
    await t.rejects(inspectionLink(pool, box, haulier, ids[1]), /belongs to another company/)
  })

  await t.test('closing is once and for ever, for the owner alone', async (t) => {
    const documentId = randomUUID()
    const link = await inspectionLink(pool, box, haulier, documentId)
    t.equal(isOpen(link, new Date()), true)
    t.equal(await closeLink(pool, other, documentId, { actor: operator }), undefined)
    const [closed, again] = await Promise.all([
      closeLink(pool, haulier, documentId, { actor: operator, correlationId: 'a-request' }),
      closeLink(pool, haulier, documentId, { actor: operator }),
    ])
    t.ok(closed?.closed_at)
    t.strictSame(again, closed)
    t.strictSame(await inspectionLink(pool, box, haulier, documentId), closed)
    const { rows } = await pool.query(
      'select type, data, actor from documents.outbox where document_id = $1',
      [documentId],
    )
    t.strictSame(rows, [
      {
        type: 'DocumentLinkClosed',
        data: { document_id: documentId, link_id: link.link_id, purpose: 'inspection' },
        actor: { ...operator, company_id: haulier },
      },
    ])
  })

  await t.test('the counterparty may have some more, which close by themselves if they are to', async (t) => {
    const documentId = randomUUID()
    const openUntil = new Date('2027-03-01T00:00:00Z')
    const made = await Promise.all(
      Array.from({ length: MOST_COUNTERPARTY_LINKS + 2 }, () =>
        counterpartyLink(pool, box, haulier, { documentId, openUntil }),
      ),
    )
    const links = made.flatMap((each) => (each.ok ? each.link : []))
    t.equal(links.length, MOST_COUNTERPARTY_LINKS)
    t.match(
      made.filter(({ ok }) => !ok),
      [{ reason: 'too_many_links' }, { reason: 'too_many_links' }],
    )
    const addresses = new Set(links.map((link) => addressOf(link, writer)))
    t.equal(addresses.size, links.length)
    for (const link of links) {
      t.equal(isOpen(link, new Date('2027-02-28T23:59:59Z')), true)
      t.equal(isOpen(link, openUntil), false)
    }
    t.strictSame(await inspectionLinks(pool, haulier, [documentId]), new Map())
  })
})
