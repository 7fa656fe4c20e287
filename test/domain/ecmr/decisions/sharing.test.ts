import { accessOf, noteLimits, shareLimits } from '@ecmr/domain'
import t from 'tap'
import { revokeShare, share } from '../../asks.js'
import {
  ANOTHER_COMPANY,
  cancelled,
  created,
  type Fact,
  reported,
  shared,
  sharedToRead,
  unshared,
} from '../../facts.js'
import { after, noteAfter, refused, specify } from '../../given.js'

const many = (count: number, more: readonly Fact[] = []): readonly Fact[] =>
  Array.from({ length: count }, (_, index) =>
    sharedToRead(`earlier-${index}`, `company-${index + 10}`),
  ).flatMap((one) => [one, ...more])

const carrier = { access: 'act', role: 'carrier' } as const

specify(t, 'sharing a note', {
  ...after([created()], {
    'to read is recorded': [share(), [sharedToRead()]],
    'to act is recorded with its role': [share(carrier), [shared()]],
    'to act without a role is refused': [share({ access: 'act' }), refused('invalid_command', '/role')],
    'to read in a role is refused': [share({ role: 'carrier' }), refused('invalid_command', '/role')],
    'with oneself is refused': [share({ company_id: 'company-1' }), refused('not_shareable')],
    'of a live note with test data is refused': [
      share({ company_id: '01993f5a-7c1e-8b52-9f3e-2a6d4c8e1b70' }),
      refused('not_shareable'),
    ],
  }),
  ...after([created(), shared()], {
    'in the same role again is refused': [
      share({ ...carrier, share_id: 'share-2' }),
      refused('already_shared'),
    ],
    'under an id that is taken is refused': [share(), refused('invalid_command')],
    'in another role is recorded': [
      share({ share_id: 'share-2', access: 'act', role: 'receiver' }),
      [shared({ share_id: 'share-2', role: 'receiver' })],
    ],
    'to read besides is recorded': [share({ share_id: 'share-2' }), [sharedToRead('share-2')]],
    'with another company is recorded': [
      share({ share_id: 'share-2', company_id: 'company-3' }),
      [sharedToRead('share-2', 'company-3')],
    ],
  }),
  'again after it was revoked is recorded': [
    [created(), shared(), unshared()],
    share({ ...carrier, share_id: 'share-2' }),
    [shared({ share_id: 'share-2' })],
  ],
  'of a cancelled note is recorded': [[created(), cancelled()], share(), [sharedToRead()]],
  'while an incident is open is recorded': [[created(), reported()], share(), [sharedToRead()]],
  'with more companies at the same time than may be is refused': [
    [created(), ...many(shareLimits.open)],
    share(),
    refused('too_many'),
  ],
  'more often than may be is refused, although the earlier ones are revoked': [
    [
      created(),
      ...many(noteLimits.shares).flatMap((one) => [
        one,
        unshared((one.data as { share_id: string }).share_id),
      ]),
    ],
    share(),
    refused('too_many'),
  ],
})

specify(t, 'revoking a share', {
  ...after([created(), shared()], {
    'is recorded': [revokeShare(), [unshared()]],
    'that the note has not is refused': [revokeShare('nope'), refused('share_not_found')],
  }),
  'twice changes nothing': [[created(), shared(), unshared()], revokeShare(), []],
  'of a cancelled note is recorded': [[created(), shared(), cancelled()], revokeShare(), [unshared()]],
})

t.test('who has access to a note', async (t) => {
  const of = (company: string, ...facts: readonly Fact[]) => accessOf(noteAfter(created(), ...facts), company)
  t.strictSame(of('company-1', shared()), { kind: 'own' })
  t.equal(of(ANOTHER_COMPANY), undefined, 'never shared')
  t.strictSame(of(ANOTHER_COMPANY, sharedToRead()), { kind: 'shared', roles: [] })
  t.strictSame(of(ANOTHER_COMPANY, shared()), { kind: 'shared', roles: ['carrier'] })
  t.strictSame(
    of(ANOTHER_COMPANY, shared(), shared({ share_id: 'share-2', role: 'sender' })),
    { kind: 'shared', roles: ['carrier', 'sender'] },
    'two shares add up',
  )
  t.equal(of(ANOTHER_COMPANY, shared(), unshared()), undefined, 'revoked is as never shared')
  t.equal(of('company-3', shared()), undefined)
})
