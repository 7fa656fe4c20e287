import { decide, type EcmrEvent, personalCategories } from '@ecmr/domain'
import t from 'tap'
import { create, erase, keep, sign } from '../../asks.js'
import { cancelled, created, delivered, type Fact, onTheWay, reported, signed } from '../../facts.js'
import { after, context, eachCase, expectDecision, fold, refused, specify, stamped } from '../../given.js'

const kept = (
  metadata: Record<string, string | null>,
  previous_metadata: Record<string, string | null>,
): Fact => ({
  type: 'MetadataChanged',
  data: { metadata, previous_metadata },
})
const order = kept({ order: '4711' }, { order: null })
const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`key${n}`, 'x']))

specify(t, 'metadata', {
  ...after([created()], {
    'are kept by key': [keep({ order: ' 4711 ', none: null, blank: ' ' }), [order]],
    'have at most 50 keys': [keep(keys(51)), refused('too_many', '/metadata')],
    'of a name that every object has are like any other': [
      keep({ toString: 'x' }),
      [kept({ toString: 'x' }, { toString: null })],
    ],
  }),
  ...after([created(), order], {
    'that stand so already change nothing': [keep({ order: '4711' }), []],
    'are merged': [
      keep({ lane: 'ES-FR' }),
      (t, { metadata }) => t.same(metadata, { order: '4711', lane: 'ES-FR' }),
    ],
    'are removed by null': [keep({ order: null }), [kept({ order: null }, { order: '4711' })]],
    'are removed by an empty text': [keep({ order: '' }), [kept({ order: null }, { order: '4711' })]],
    'are removed all at once': [keep(null), (t, { metadata }) => t.same(metadata, {})],
  }),
  'may be exchanged when there is no more room': [
    [created(), kept(keys(50), {})],
    keep({ key0: null, more: 'x' }),
    (t, { metadata }) => t.equal(Object.keys(metadata).length, 50),
  ],
})

t.test('they can change at any time', async (t) => {
  for (const [when, history] of [
    ['when the goods are delivered', [...onTheWay, delivered()]],
    ['when the note is cancelled', [created(), cancelled()]],
    ['while an incident is open', [...onTheWay, reported()]],
  ] as const)
    t.test(when, async (t) => expectDecision(t, history, keep({ order: '4711' }), [order]))
})

t.test('they are no content: no reason, no new signature and no next version of the document', async (t) => {
  const before = fold(stamped([created(), signed('sender')]))
  const made = decide(before, [keep({ order: '4711' })], context)
  t.match(made, {
    ok: true,
    note: {
      version: 3,
      content_version: before?.content_version,
      signatures: [{ covers_current_version: true }],
    },
  })
  const hashOf = (metadata?: Record<string, string>) => {
    const { note } = fine(decide(null, [create({}, 'lenient', metadata), sign('sender')], context))
    return note?.signatures[0]?.content_hash
  }
  t.equal(hashOf({ order: '4711' }), hashOf())
})

t.test('they go with the values that belong to people', async (t) => {
  for (const category of personalCategories) {
    const erasure = erase({ categories: [category] })
    const { note, events } = fine(decide(null, [create({}, 'lenient', { order: '4711' }), erasure], context))
    t.same(note?.metadata, category === 'people' ? {} : { order: '4711' })
    t.same(fold(events as readonly EcmrEvent[])?.metadata, note?.metadata)
  }
})

eachCase(t, { 'none are said when none are given': [[], create({}, 'lenient', { order: '' }), [created()]] })

function fine(decision: ReturnType<typeof decide>) {
  if (!decision.ok) throw new Error(decision.refusal.detail)
  return decision
}
