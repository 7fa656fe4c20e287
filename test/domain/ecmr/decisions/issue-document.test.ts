import {
  closableFrom,
  currentDocument,
  liveDocuments,
  noteLimits,
  versionWithoutDocuments,
} from '@ecmr/domain'
import t from 'tap'
import { cancel, edit, issueDocument } from '../../asks.js'
import {
  assigned,
  cancelled,
  change,
  created,
  decaFields,
  delivered,
  edited,
  issued,
  onTheWay,
  reported,
} from '../../facts.js'
import { noteAfter, refused, specify } from '../../given.js'

const renamed = edited(change('reference', null, 'PO-1'))
const next = { version: 2, note_version: 3 }

specify(t, 'issuing a document', {
  'of a draft': [[created()], issueDocument(), [issued()]],
  'while an incident is open': [
    [...onTheWay, reported()],
    issueDocument({ note_version: 4 }),
    [issued({ note_version: 4 })],
  ],
  'a further version': [[created(), issued(), renamed], issueDocument(next), [issued(next)]],
  'a version that is taken': [[created(), issued()], issueDocument(), refused('document_version_taken')],
  'a version that shows less than the one before': [
    [created(), renamed, issued({ note_version: 2 })],
    issueDocument({ version: 2 }),
    refused('document_version_taken'),
  ],
  'a version of a note that does not exist yet': [
    [created(), issued()],
    issueDocument({ version: 2, note_version: 9 }),
    refused('document_version_taken'),
  ],
  'that lacks what was changed meanwhile': [
    [created(), renamed],
    issueDocument(),
    [issued({ outdated: true })],
  ],
  'of a cancelled note': [[created(), cancelled()], issueDocument({ note_version: 2 }), refused('cancelled')],
  'that says that the note is cancelled, where there was one before': [
    [created(), issued(), cancelled()],
    issueDocument({ ...next, automatic: true }),
    [issued({ ...next, automatic: true })],
  ],
  'a control document across a border': [
    [created({ sender_country: 'ES', receiver_country: 'FR' })],
    issueDocument({ kind: 'deca' }),
    refused('regime_does_not_apply'),
  ],
  'a control document where the regime is not known': [
    [created()],
    issueDocument({ kind: 'deca' }),
    [issued({ kind: 'deca' })],
  ],
  'of an incomplete note under the strict policy': [
    [created({ sender_country: 'ES', receiver_country: 'ES' }, 'strict')],
    issueDocument({ kind: 'deca' }),
    refused('incomplete'),
  ],
  'that follows from a change, although data are missing now': [
    [
      created(decaFields, 'strict'),
      issued({ kind: 'deca' }),
      edited(change('vehicle_plate', '1234 BCD', null)),
    ],
    issueDocument({ ...next, kind: 'deca', automatic: true }),
    [issued({ ...next, kind: 'deca', automatic: true })],
  ],
  'more often than one may ask': [
    [created(), ...versions(noteLimits.documents)],
    issueDocument({ version: noteLimits.documents + 1 }),
    refused('too_many'),
  ],
  'after a change, however often one has asked': [
    [created(), ...versions(noteLimits.documents)],
    issueDocument({ version: noteLimits.documents + 1, automatic: true }),
    [issued({ version: noteLimits.documents + 1, automatic: true })],
  ],
  'leaves a cancelled note cancelled': [
    [created(), issued(), cancelled(), issued({ ...next, automatic: true })],
    [edit({ reference: 'PO-2' }), cancel()],
    refused('cancelled'),
  ],
})

function versions(count: number) {
  return Array.from({ length: count }, (_, index) => issued({ version: index + 1 }))
}

t.test('the current document is the newest that no other has replaced', async (t) => {
  const note = noteAfter(
    created(),
    issued(),
    issued({ document_id: 'document-2', kind: 'deca' }),
    issued({ document_id: 'document-3', supersedes: 'document-2' }),
    issued({ version: 2 }),
  )
  t.strictSame(
    liveDocuments(note).map(({ document_id, version }) => [document_id, version]),
    [
      ['document-1', 2],
      ['document-3', 1],
    ],
  )
  t.equal(currentDocument(note)?.n, 4)
  t.equal(currentDocument(noteAfter(created())), undefined)
})

t.test('documents do not count as changes that someone would overwrite', async (t) => {
  t.equal(versionWithoutDocuments(noteAfter(created(), issued(), issued({ version: 2 }))), 1)
  t.equal(versionWithoutDocuments(noteAfter(created(), issued(), renamed)), 3)
  t.equal(versionWithoutDocuments(noteAfter(created())), 1)
})

t.test('what a document says changes with the note, not with its incidents', async (t) => {
  t.equal(noteAfter(...onTheWay, reported()).content_version, 3)
  t.equal(noteAfter(...onTheWay, issued()).content_version, 3)
  t.equal(noteAfter(created(), assigned()).content_version, 2)
})

t.test(
  'an address may be closed when seven days in Spain have passed since delivery, stated or recorded',
  async (t) => {
    const stated = (delivered_at: string) => noteAfter(...onTheWay, delivered({ delivered_at }))
    t.equal(closableFrom(stated('2026-11-18T23:30:00.000Z')), '2026-11-27T23:00:00.000Z', 'recorded later')
    t.equal(closableFrom(stated('2026-11-21T23:30:00.000Z')), '2026-11-29T23:00:00.000Z', 'stated later')
    t.equal(closableFrom(noteAfter(...onTheWay)), undefined)
  },
)
