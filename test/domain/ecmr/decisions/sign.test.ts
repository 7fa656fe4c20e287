import { decide, signedContent } from '@ecmr/domain'
import t from 'tap'
import { edit, sign } from '../../asks.js'
import {
  assigned,
  atTheReceiver,
  created,
  delivered,
  inferred,
  onTheWay,
  signed,
  takenOver,
} from '../../facts.js'
import { context, given, noteAfter, sha256 } from '../../given.js'

t.test('the sender’s signature is just that', given(created()).when(sign('sender')).then(signed('sender')))

t.test(
  'the carrier’s signature takes the goods over',
  given(created(), assigned())
    .when(sign('carrier', { place: 'Sevilla' }))
    .then(signed('carrier', { place: 'Sevilla' }), takenOver({ place: 'Sevilla' })),
)

t.test(
  'the carrier’s signature on a draft lets the assigning be inferred',
  given(created()).when(sign('carrier')).then(signed('carrier'), assigned(inferred), takenOver()),
)

t.test(
  'the carrier signs after taking over without taking over again',
  given(...onTheWay)
    .when(sign('carrier'))
    .then(signed('carrier')),
)

t.test(
  'the receiver’s signature confirms the delivery',
  given(...onTheWay)
    .when(sign('receiver'))
    .then(signed('receiver'), delivered()),
)

t.test(
  'the receiver’s signature on a draft lets everything in between be inferred',
  given(created())
    .when(sign('receiver'))
    .then(signed('receiver'), assigned(inferred), takenOver(inferred), delivered()),
)

t.test(
  'a party that had not signed may still do so after the delivery',
  given(...atTheReceiver)
    .when(sign('receiver'), sign('sender'), sign('carrier'))
    .then(signed('receiver'), signed('sender'), signed('carrier')),
)

t.test(
  'the same content is not signed twice by one role',
  given(created(), signed('sender')).when(sign('sender')).refused('already_signed'),
)

t.test(
  'the same content is not signed twice by one role within one list either',
  given(created()).when(sign('sender'), sign('sender')).refused('already_signed'),
)

t.test(
  'what the signer says stays on the signature',
  given(created())
    .when(
      sign('sender', {
        signer_tax_id: '1Z',
        method: 'drawn',
        signature_image: 'data:image/png;base64,AA==',
        remarks: 'ok',
      }),
    )
    .then(
      signed('sender', {
        signer_tax_id: '1Z',
        method: 'drawn',
        signature_image: 'data:image/png;base64,AA==',
        remarks: 'ok',
      }),
    ),
)

t.test('a signature’s hashes', async (t) => {
  const note = noteAfter(created())
  const made = decide(
    note,
    [sign('sender'), edit({ reference: 'PO-1' }, 'forgotten'), sign('sender')],
    context,
  )
  if (!made.ok || made.note === null) throw new Error('not accepted')
  const [first, second] = made.note.signatures
  if (!first || !second) throw new Error('not signed twice')

  t.equal(
    first.content_hash,
    sha256(signedContent(note.fields)),
    'content_hash is over all fields as they stood',
  )
  t.equal(second.content_hash, sha256(signedContent(made.note.fields)))
  t.not(first.content_hash, second.content_hash)
  t.equal(first.previous_signature_hash, null)
  t.equal(second.previous_signature_hash, first.signature_hash, 'each names the one before it')

  const { signature_hash, signed_at, covers_current_version, ...unsealed } = second
  t.equal(signature_hash, sha256(unsealed), 'signature_hash is over the signature without that member')
  t.ok(signed_at)
  t.ok(covers_current_version)
})
