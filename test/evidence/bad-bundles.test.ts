import { leafOf, signNote } from '@ecmr/evidence'
import { type Trust, verifyProof } from '@ecmr/evidence/verifier'
import { test } from 'tap'
import { create } from '../domain/asks.js'
import { packed, relist, replace, textIn, unpacked, write } from './attacks/edited.js'
import { bundleOf, logOf, newSigner, told } from './bundles.js'

const signer = newSigner()
const witness = newSigner('witness.example', 'cosignature/v1')
const story = told(create({ instructions: 'Llamar a "Juan"' }))
const good = await bundleOf(logOf(story.events.map(leafOf), { signer }), story)
const files = () => unpacked(good)
const end = good.length - 22
const directory = Buffer.from(good).readUInt32LE(end + 16)

/** The bundle with other bytes at some place. */
function bytesAt(place: number, ...bytes: readonly number[]): Buffer {
  const changed = Buffer.from(good)
  changed.set(bytes, place)
  return changed
}

const NO_ZIP = 'It is no ZIP archive, or something follows its end.'
const elsewhere = (name: string) => `The archive holds ${JSON.stringify(name)}, which no bundle has.`
/** An archive with an entry of a name that tools would not write; the name must be of this length. */
const named = (name: string) =>
  Buffer.from(Buffer.from(good).toString('latin1').replaceAll('README.txt', name), 'latin1')

const archives: Readonly<Record<string, readonly [Uint8Array, string]>> = {
  'no bytes': [Buffer.of(), NO_ZIP],
  'few bytes': [Buffer.from('PK'), NO_ZIP],
  'another kind of file': [Buffer.from('%PDF-1.7'.repeat(99)), NO_ZIP],
  'something before it': [
    Buffer.concat([Buffer.from('MZ'), good]),
    'The archive’s directory is not where its end says.',
  ],
  'something after it': [Buffer.concat([good, Buffer.from('more')]), NO_ZIP],
  'a comment at its end': [Buffer.concat([bytesAt(end + 20, 4), Buffer.from('more')]), NO_ZIP],
  'the last byte missing': [good.subarray(0, -1), NO_ZIP],
  'a compressed entry': [
    bytesAt(directory + 10, 8).fill(8, 8, 9),
    'README.txt: is compressed, or not where and as bundles hold it.',
  ],
  'an entry twice': [packed([...files(), ...files()]), 'README.txt: is in the archive twice.'],
  'a path out of the folder': [named('../bad.txt'), elsewhere('../bad.txt')],
  'a path from the root': [named('/etc/hosts'), elsewhere('/etc/hosts')],
  'a path of Windows': [named('C:\\bad.txt'), elsewhere('C:\\bad.txt')],
  'a folder': [named('documents/'), elsewhere('documents/')],
  'a file in a folder of its own': [named('other/a.md'), elsewhere('other/a.md')],
  'a name with a zero byte': [named('READ\0E.txt'), elsewhere('READ\0E.txt')],
  'a document without a hash': [packed([['documents/a.pdf', Buffer.of()]]), elsewhere('documents/a.pdf')],
  'the count of ZIP64': [bytesAt(end + 8, 255, 255, 255, 255), 'The archive has more than 20,000 entries.'],
  'the place of ZIP64': [
    bytesAt(end + 16, 255, 255, 255, 255),
    'The archive’s directory is not where its end says.',
  ],
  'fewer entries than it holds': [bytesAt(end + 8, 1, 0, 1, 0), 'The archive holds more than its entries.'],
  'more entries than it holds': [bytesAt(end + 8, 99, 0, 99, 0), 'The archive’s directory is broken.'],
  'a size beyond its end': [
    bytesAt(directory + 20, 255, 255, 255, 127, 255, 255, 255, 127),
    'README.txt: is compressed, or not where and as bundles hold it.',
  ],
  'an entry in the place of another': [
    bytesAt(directory + 42, 1),
    'README.txt: is compressed, or not where and as bundles hold it.',
  ],
  'two names of one entry': [
    bytesAt(30, 'S'.charCodeAt(0)),
    'README.txt: is compressed, or not where and as bundles hold it.',
  ],
  'an encrypted entry': [
    bytesAt(directory + 8, 1),
    'README.txt: is compressed, or not where and as bundles hold it.',
  ],
  'no manifest': [packed([...files()].filter(([name]) => name !== 'manifest')), 'manifest: is missing.'],
}

for (const [what, [zip, sentence]] of Object.entries(archives))
  test(`an archive: ${what}`, async (t) => {
    t.same(await verifyProof(new Uint8Array(zip)), { ok: false, exit: 2, sentence })
  })

const LATER = String(2 ** 53)

/** What a proof or manifest says instead. */
const contents: Readonly<Record<string, readonly [file: string, what: string | RegExp, by: string, RegExp]>> =
  {
    'an index beyond 2^53': [
      'head.tlog-proof',
      'index 700',
      `index ${LATER}`,
      /^head\.tlog-proof: "9007199254740992" is no number below 2\^53\.$/,
    ],
    'an index beyond the size': [
      'head.tlog-proof',
      'index 700',
      'index 701',
      /is not proven to be entry 701 of 701\.$/,
    ],
    'an index with a zero in front': [
      'head.tlog-proof',
      'index 700',
      'index 0700',
      /^head\.tlog-proof: "0700" is no number/,
    ],
    'a negative index': ['head.tlog-proof', 'index 700', 'index -1', /^head\.tlog-proof: "-1" is no number/],
    'no index': ['head.tlog-proof', 'index 700\n', '', /^head\.tlog-proof: is no proof of version 1/],
    'another version': [
      'head.tlog-proof',
      'proof@v1',
      'proof@v2',
      /^head\.tlog-proof: is no proof of version 1/,
    ],
    'a hash too few': [
      'head.tlog-proof',
      /(index 700\n).*\n/,
      '$1',
      /is not proven to be entry 700 of 701\.$/,
    ],
    'a hash too many': [
      'head.tlog-proof',
      /(index 700\n)(.*\n)/,
      '$1$2$2',
      /is not proven to be entry 700 of 701\.$/,
    ],
    'more hashes than any tree needs': [
      'head.tlog-proof',
      /(index 700\n)(.*\n)/,
      `$1${'$2'.repeat(99)}`,
      /^head\.tlog-proof: is no proof of version 1/,
    ],
    'a hash that is none': [
      'head.tlog-proof',
      /(index 700\n)./,
      '$1!',
      /^head\.tlog-proof: is no proof of version 1/,
    ],
    nothing: ['head.tlog-proof', /.*/s, '', /^head\.tlog-proof: is no proof of version 1/],
    'no signature': ['head.tlog-proof', /— .*\n/, '', /^head\.tlog-proof: is no signed note\.$/],
    'a signature of another form': [
      'head.tlog-proof',
      '— cmr',
      '- cmr',
      /^head\.tlog-proof: is no signed note\.$/,
    ],
    'no events': ['events.jsonl', /.*/s, '', /^events\.jsonl: ecmr-\S+@0 is no JSON/],
    'events that are no objects': [
      'events.jsonl',
      /.*/s,
      '1\n',
      /^events\.jsonl: ecmr-\S+@0 is missing: undefined@undefined stands in its place\.$/,
    ],
    'an event nested too deeply': [
      'events.jsonl',
      /.*/s,
      `${'['.repeat(1e5)}\n`,
      /^events\.jsonl: ecmr-\S+@0 is no JSON/,
    ],
    'a record that is no JSON': ['note.json', '{', '', /^note\.json is no JSON/],
    'a record with a member twice': [
      'note.json',
      '{',
      '{"version":1,',
      /^note\.json is no JSON, or not in the one form/,
    ],
    'a disclosure of nothing': [
      'disclosures.json',
      /.*/s,
      '[{"revision":0,"pointer":"","member":"x","salt":"","value":1}]',
      /^disclosures\.json: no event has an encrypted value at 0:\/x\.$/,
    ],
    'disclosures that are none': [
      'disclosures.json',
      /.*/s,
      '[1]',
      /^disclosures\.json: undefined:undefined\/undefined is there twice, or without a value\.$/,
    ],
    'no list of disclosures': [
      'disclosures.json',
      /.*/s,
      '{}',
      /^note\.json: \w+ is not what the events say\.$/,
    ],
    'another value than was encrypted': [
      'disclosures.json',
      'Aceites del Sur SL',
      'Aceites del Norte SL',
      /^disclosures\.json: 0:\/fields\/sender_company_name is not what the event committed to\.$/,
    ],
    'another salt': [
      'disclosures.json',
      /"salt": "[^_]/,
      '"salt": "_',
      /^disclosures\.json: 0:\/fields\/\w+ is not what the event committed to\.$/,
    ],
    'a salt that takes the beginning of the value': [
      'disclosures.json',
      /("salt": "[\w-]{22})",(\s*"value": ")Llamar a \\"/,
      '$1\\"Llamar a \\\\",$2',
      /^disclosures\.json: 0:\/fields\/instructions is not what the event committed to\.$/,
    ],
    'a disclosure twice': [
      'disclosures.json',
      /^\[(\n \{[^}]*\},)/,
      '[$1$1',
      /^disclosures\.json: 0:\/fields\/\w+ is there twice, or without a value\.$/,
    ],
  }

for (const [what, [file, before, after, sentence]] of Object.entries(contents))
  test(`${file}: ${what}`, async (t) => {
    const changed = files()
    replace(changed, file, before, after)
    relist(changed, signer)
    t.match(await verifyProof(packed(changed)), { ok: false, exit: 1, sentence })
  })

const manifests: Readonly<Record<string, readonly [change: (text: string) => string, RegExp]>> = {
  'a size beyond 2^53': [
    (text) => text.replace('size 701', `size ${LATER}`),
    /^manifest: "9007199254740992" is no number/,
  ],
  'a version that is no number': [
    (text) => text.replace('version 1', 'version one'),
    /^manifest: is not written as/,
  ],
  'a file twice': [
    (text) => text.replace(/.*README.*\n/, '$&$&'),
    /^manifest: README\.txt is there twice, or not in order\.$/,
  ],
  'files out of order': [
    (text) => text.replace(/(.*README.*\n)(.*\n)/, '$2$1'),
    /^manifest: README\.txt is there twice, or not/,
  ],
  'another note': [
    (text) => text.replace('ECMR-', 'ECMR-1'),
    /^manifest: names another note than the events\.$/,
  ],
  'another stream': [
    (text) => text.replace('event ecmr-', 'event company-'),
    /^events\.jsonl: company-\S+@0 is missing/,
  ],
  'no end': [(text) => text.replace(/note .*\n/, ''), /^manifest: is not written as manifests are\.$/],
  'more after its end': [(text) => `${text}more\n`, /^manifest: is not written as manifests are\.$/],
}

for (const [what, [change, sentence]] of Object.entries(manifests))
  test(`manifest: ${what}`, async (t) => {
    const changed = files()
    const text = textIn(changed, 'manifest').split('\n\n')[0]
    write(changed, 'manifest', signNote(change(`${text}\n`), signer))
    t.match(await verifyProof(packed(changed)), { ok: false, exit: 1, sentence })
  })

const [, name, id, base64] = /^(.*?)\+(.{8})\+(.*)$/.exec(signer.vkey) ?? []

const keys: Readonly<Record<string, readonly [Trust, RegExp]>> = {
  'no text': [{ keys: [''] }, /^"" is no key: it must read name\+8 hex digits\+44 characters\.$/],
  'a name alone': [{ keys: [`${name}`] }, /^"cmr\.example\/ecmr-log" is no key: it must read/],
  'a key of PEM': [{ keys: ['-----BEGIN PUBLIC KEY-----'] }, /is no key: it must read/],
  'a key cut short': [{ keys: [signer.vkey.slice(0, -1)] }, /is no key: it must read/],
  'two keys in one': [{ keys: [`${signer.vkey} ${signer.vkey}`] }, /is no key: it must read/],
  'another id': [{ keys: [`${name}+00000000+${base64}`] }, /is no key: its name or its key was altered\.$/],
  'another name': [
    { keys: [`other.example+${id}+${base64}`] },
    /is no key: its name or its key was altered\.$/,
  ],
  'a witness for a log': [{ keys: [witness.vkey] }, /is no key of a log\.$/],
  'a log for a witness': [{ witnesses: [signer.vkey] }, /is no key of a witness\.$/],
  'a very long text': [{ keys: ['x'.repeat(1e6)] }, /^"x{200}" is no key/],
}

for (const [what, [trust, sentence]] of Object.entries(keys))
  test(`a key: ${what}`, async (t) => {
    t.match(await verifyProof(good, trust), { ok: false, exit: 2, sentence })
  })
