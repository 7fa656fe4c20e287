import { attachmentLimits, eraseData, type Note, noteLimits } from '@ecmr/domain'
import t from 'tap'
import { attach, withdraw } from '../../asks.js'
import {
  attached,
  cancelled,
  created,
  delivered,
  type Fact,
  invited,
  onTheWay,
  reported,
  withdrawn,
} from '../../facts.js'
import { after, noteAfter, refused, specify } from '../../given.js'

const many = (count: number, data: Partial<Parameters<typeof attached>[0]> = {}): readonly Fact[] =>
  Array.from({ length: count }, (_, index) => attached({ attachment_id: `earlier-${index}`, ...data }))

const byLink = { invitation_id: 'invitation-1' }
const expired = '2026-11-21T09:30:00.000Z'

specify(t, 'adding an attachment', {
  ...after([created()], {
    'is recorded': [attach(), [attached()]],
    'of no bytes is refused': [attach({ bytes: 0 }), refused('invalid_command')],
    'of more than 10 MB is refused': [
      attach({ bytes: attachmentLimits.bytes + 1 }),
      refused('invalid_command'),
    ],
    'by a link that does not exist is refused': [attach(byLink), refused('invitation_not_found')],
  }),
  'while an incident is open is taken': [[created(), reported()], attach(), [attached()]],
  'after delivery is taken': [[...onTheWay, delivered()], attach(), [attached()]],
  'of a cancelled note is refused': [[created(), cancelled()], attach(), refused('cancelled')],
  'twice under the same id is refused': [[created(), attached()], attach(), refused('invalid_command')],
  'by an open link is recorded with it': [[created(), invited()], attach(byLink), [attached(byLink)]],
  'by a link that has expired is refused': [
    [created(), invited({ expires_at: expired })],
    attach(byLink),
    refused('invitation_closed'),
  ],
  'by a link that has added as many as it may is refused': [
    [created(), invited(), ...many(attachmentLimits.bySigner, byLink)],
    attach(byLink),
    refused('too_many'),
  ],
  'is refused when the note has as many as it may have': [
    [created(), ...many(noteLimits.attachments)],
    attach(),
    refused('too_many'),
  ],
})

specify(t, 'withdrawing an attachment', {
  ...after([created(), attached()], {
    'is recorded with the reason': [withdraw(' another lorry '), [withdrawn()]],
    'without a reason is refused': [withdraw(' '), refused('invalid_command')],
    'that does not exist is refused': [withdraw('why', 'attachment-2'), refused('attachment_not_found')],
  }),
  'of a cancelled note is recorded': [[created(), attached(), cancelled()], withdraw(), [withdrawn()]],
  'a second time changes nothing': [[created(), attached(), withdrawn()], withdraw('again'), []],
})

t.test('documents do not go out of date by an attachment', async (t) => {
  const note = noteAfter(created(), attached(), withdrawn())
  t.match(note, { version: 3, content_version: 1 })
})

t.test('an erasure takes what attachments say of persons, and marks their files', async (t) => {
  const erased = (categories: readonly ('people' | 'parties')[]): Note =>
    noteAfter(
      created(),
      attached({ title: 'Jean Martin', location: { latitude: 1, longitude: 2 } }),
      withdrawn('Jean asked'),
      { type: 'PersonalDataErased', data: { categories, reason: 'asked', by: 'owner', keys: [] } },
    )
  const [all] = erased(['people']).attachments
  t.match(all, { erased: true, title: '«erased»', name: '«erased»', withdrawn_reason: '«erased»' })
  t.equal(all?.location, undefined)
  t.match(erased(['parties']).attachments, [{ erased: true, title: 'Jean Martin' }])
  const data = eraseData('AttachmentAdded', { name: 'a.jpg', location: { latitude: 1, longitude: 2 } }, [
    'people',
  ])
  t.strictSame(data, { name: '«erased»' })
})
