import { createHash } from 'node:crypto'
import { leafOf } from '@ecmr/evidence'
import { verifyProof } from '@ecmr/evidence/verifier'
import { test } from 'tap'
import { create, edit, issueDocument, sign } from '../../domain/asks.js'
import { bundleOf, logOf, newSigner, told } from '../bundles.js'
import {
  type Files,
  linesIn,
  packed,
  rechained,
  relist,
  replace,
  textIn,
  unpacked,
  write,
  writeLines,
} from './edited.js'

// Who verifies has the key of the log and of one witness from elsewhere. What a party does to its bundle is told by the
// manifest; what the operator does, who signs it anew, by the tree and by the witness.

const operator = newSigner()
const witness = newSigner('witness.example', 'cosignature/v1')
const pdf = Buffer.from('%PDF-1.7 as issued')
const sha256 = createHash('sha256').update(pdf).digest('hex')
const beginning = [
  create({ goods_weight_kg: 18_500 }),
  edit({ carrier_company_name: 'Transportes Ruiz SA' }),
  issueDocument({ sha256, bytes: pdf.length }),
  sign('sender', { signer_name: 'Ana Ruiz' }),
]
const story = told(...beginning, edit({ goods_weight_kg: 17_900 }, 'weighed again'))
const company = { stream: 'company-company-1', revision: 4, position: '9', hash: '9'.repeat(64) }
const documents = [{ name: `documents/${sha256}.pdf`, sha256, size: pdf.length, read: async () => pdf }]
const leaves = [...story.events.map(leafOf), company]
const log = logOf(leaves, { signer: operator, witnesses: [witness] })
const good = await bundleOf(log, { ...story, documents, company })

const verify = (files: Files) =>
  verifyProof(packed(files), { keys: [operator.vkey], witnesses: [witness.vkey] })
/** A bundle of another checkpoint, made by the operator. */
const other = async (...args: Parameters<typeof logOf>) =>
  unpacked(await bundleOf(logOf(...args), { ...story, documents, company }))

interface Attack {
  readonly do: (files: Files) => unknown
  /** what the manifest says below its list, when it is signed anew */
  readonly says?: (lines: string) => string
  readonly found: string | RegExp
}

const byParty: Readonly<Record<string, Attack>> = {
  'one byte of an event’s data': {
    do: (files) => replace(files, 'events.jsonl', '18500', '18501'),
    found: 'events.jsonl: was changed: its SHA-256 is not the manifest’s.',
  },
  'another weight in the record': {
    do: (files) => replace(files, 'note.json', '17900', '18500'),
    found: 'note.json: was changed: its SHA-256 is not the manifest’s.',
  },
  'a PDF exchanged': {
    do: (files) => write(files, `documents/${sha256}.pdf`, '%PDF-1.7 as wished'),
    found: `documents/${sha256}.pdf: was changed: its SHA-256 is not the manifest’s.`,
  },
  'a PDF taken out': {
    do: (files) => files.delete(`documents/${sha256}.pdf`),
    found: `documents/${sha256}.pdf: is missing, and the manifest names it.`,
  },
  'a photograph put in': {
    do: (files) => write(files, `attachments/${'a'.repeat(64)}.jpg`, 'a photograph'),
    found: `attachments/${'a'.repeat(64)}.jpg: is not in the manifest.`,
  },
  'a manifest shortened with what it named': {
    do: (files) => {
      files.delete(`documents/${sha256}.pdf`)
      replace(files, 'manifest', /.* documents.*\n/, '')
    },
    found: 'manifest: was changed: cmr.example/ecmr-log signed another text.',
  },
  'a manifest signed by the party': {
    do: (files) => relist(files, newSigner()),
    found: 'manifest: is not signed by any key that is known of the log cmr.example/ecmr-log.',
  },
  'a checkpoint with another root': {
    do: (files) => replace(files, 'head.tlog-proof', log.checkpoint.root, `${'A'.repeat(43)}=`),
    found: 'head.tlog-proof: was changed: cmr.example/ecmr-log signed another text.',
  },
  'a checkpoint of another key': {
    do: async (files) => files.set('head.tlog-proof', proofIn(await other(leaves, { witnesses: [witness] }))),
    found: 'head.tlog-proof: is not signed by any key that is known of the log cmr.example/ecmr-log.',
  },
}

const byOperator: Readonly<Record<string, Attack>> = {
  'one byte of an event’s data': {
    do: (files) => replace(files, 'events.jsonl', '18500', '18501'),
    found: /^events\.jsonl: ecmr-\S+@0 was changed: its hash is [0-9a-f]{64}, and it says [0-9a-f]{64}\.$/,
  },
  'one byte of an event’s metadata': {
    do: (files) => replace(files, 'events.jsonl', '"command_id":"c"', '"command_id":"d"'),
    found: /^events\.jsonl: ecmr-\S+@0 was changed: /,
  },
  'one digit of an event’s hash': {
    do: (files) =>
      writeLines(
        files,
        changed(files, 1, (line) => withHash(line, line.metadata.hash.replace(/.$/, flip))),
      ),
    found: /^events\.jsonl: ecmr-\S+@1 was changed: /,
  },
  'a member twice': {
    do: (files) => replace(files, 'events.jsonl', '"command_id":"c"', '"command_id":"d","command_id":"c"'),
    found: /^events\.jsonl: ecmr-\S+@0 is no JSON, or not in the one form that it may have\.$/,
  },
  'an event dropped': {
    do: (files) =>
      writeLines(
        files,
        linesIn(files).filter((_, at) => at !== 1),
      ),
    found: /^events\.jsonl: (ecmr-\S+)@1 is missing: \1@2 stands in its place\.$/,
  },
  'an event inserted': {
    do: (files) =>
      writeLines(
        files,
        linesIn(files).flatMap((line, at) => (at === 1 ? [line, line] : [line])),
      ),
    found: /^events\.jsonl: (ecmr-\S+)@2 is missing: \1@1 stands in its place\.$/,
  },
  'two events swapped': {
    do: (files) =>
      writeLines(
        files,
        [1, 0, 2, 3, 4, 5].flatMap((at) => linesIn(files)[at] ?? []),
      ),
    found: /^events\.jsonl: (ecmr-\S+)@0 is missing: \1@1 stands in its place\.$/,
  },
  'an event whose place and hash were made to fit': {
    do: (files) =>
      writeLines(
        files,
        changed(files, 1, (line) => ({ ...line, ...rechained([line])[0], revision: 1 })),
      ),
    found: /^events\.jsonl: ecmr-\S+@1 was changed: /,
  },
  'the end cut off': {
    do: (files) => writeLines(files, linesIn(files).slice(0, -1)),
    found: 'events.jsonl: has 4 events, the manifest 5.',
  },
  'the whole stream made anew': {
    do: (files) => {
      replace(files, 'events.jsonl', '18500', '18501')
      writeLines(files, rechained(linesIn(files)))
    },
    found: /^head\.tlog-proof: ecmr-\S+@4 [0-9a-f]{64} is not proven to be entry 704 of 706\.$/,
  },
  'another note’s proof': {
    do: async (files) => write(files, 'head.tlog-proof', await log.proofOf(company, log.checkpoint)),
    found: /^head\.tlog-proof: ecmr-\S+@4 [0-9a-f]{64} is not proven to be entry 705 of 706\.$/,
  },
  'an older checkpoint': {
    do: async (files) => {
      const older = await other(leaves, { signer: operator, witnesses: [witness], others: 12 })
      files.set('company.tlog-proof', older.get('company.tlog-proof') ?? Buffer.of())
    },
    found: 'company.tlog-proof: has another checkpoint than head.tlog-proof.',
  },
  'a checkpoint of another size than the manifest says': {
    do: async (files) => {
      const older = await other(leaves, { signer: operator, witnesses: [witness], others: 12 })
      files.set('head.tlog-proof', proofIn(older))
    },
    found: 'manifest: says size 706, and head.tlog-proof has 18.',
  },
  'another company’s stream': {
    do: () => undefined,
    says: (lines) => lines.replace('company-company-1@4', 'company-other@1'),
    found: /^manifest: company-other@1 .* is not of company-company-1, the company of this note\.$/,
  },
  'a company’s stream left out': {
    do: (files) => files.delete('company.tlog-proof'),
    found: 'company.tlog-proof: manifest and files differ on whether it is there.',
  },
  'a fork that another witness has seen': {
    do: async (files) => {
      const fork = await other([...leaves].reverse(), {
        signer: operator,
        witnesses: [newSigner('witness-two.example', 'cosignature/v1')],
      })
      for (const [name, content] of fork) files.set(name, content)
    },
    found: 'head.tlog-proof: the witness witness.example did not cosign its checkpoint.',
  },
  'a cosignature of another checkpoint': {
    do: async (files) => {
      const fork = await other([...leaves].reverse(), { signer: operator, witnesses: [witness] })
      const cosignature = /— witness.*\n/
      const stolen = cosignature.exec(textIn(fork, 'head.tlog-proof'))?.[0] ?? ''
      replace(files, 'head.tlog-proof', cosignature, stolen)
    },
    found: 'head.tlog-proof: the cosignature of witness.example is not over its checkpoint.',
  },
  'a PDF exchanged': {
    do: (files) => write(files, `documents/${sha256}.pdf`, '%PDF-1.7 as wished'),
    found: `documents/${sha256}.pdf: no event of this note speaks of this file.`,
  },
  'a PDF of another note': {
    do: (files) => {
      const hash = createHash('sha256').update('%PDF-1.7 another').digest('hex')
      write(files, `documents/${hash}.pdf`, '%PDF-1.7 another')
    },
    found: /^documents\/[0-9a-f]{64}\.pdf: no event of this note speaks of this file\.$/,
  },
  'another weight in the record': {
    do: (files) => replace(files, 'note.json', '"goods_weight_kg": 17900', '"goods_weight_kg": 18500'),
    found: 'note.json: goods_weight_kg is not what the events say.',
  },
  'a real note passed off as a test': {
    do: (files) => replace(files, 'note.json', '"livemode": true', '"livemode": false'),
    found: 'note.json: livemode is not what the events say.',
  },
  'a record from before the amendment': {
    do: (files) => write(files, 'note.json', JSON.stringify(told(...beginning).record)),
    found: 'note.json: version is not what the events say.',
  },
  'another name below a signature in the record': {
    do: (files) => replace(files, 'note.json', 'Ana Ruiz', 'Eva Ruiz'),
    found: 'note.json: signatures is not what the events say.',
  },
}

const proofIn = (files: Files): Buffer => files.get('head.tlog-proof') ?? Buffer.of()
const flip = (digit: string): string => (digit === '0' ? '1' : '0')
type Lines = ReturnType<typeof linesIn>
const withHash = (line: Lines[number], hash: string) => ({ ...line, metadata: { ...line.metadata, hash } })
const changed = (files: Files, at: number, by: (line: Lines[number]) => Lines[number]): Lines =>
  linesIn(files).map((line, n) => (n === at ? by(line) : line))

test('a bundle from before an amendment says until when it holds', async (t) => {
  const before = told(...beginning)
  const log = logOf(before.events.map(leafOf), { signer: operator, witnesses: [witness] })
  const older = unpacked(await bundleOf(log, { ...before, documents }))
  const { version } = before.note
  t.match(await verify(older), {
    ok: true,
    note: { version },
    events: { count: version, last: '2026-11-20T08:03:00.000Z' },
    checkpoint: { size: 704 },
  })
  const latest = unpacked(good).get('manifest') ?? Buffer.of()
  const passedOff = await verify(older.set('manifest', latest))
  t.match(passedOff, { ok: false, exit: 1 }, 'it cannot be passed off as the latest')
})

test('what is not attacked holds', async (t) => t.match(await verify(unpacked(good)), { ok: true, files: 1 }))

for (const [who, attacks] of Object.entries({ party: byParty, operator: byOperator }))
  for (const [what, attack] of Object.entries(attacks))
    test(`the ${who}: ${what}`, async (t) => {
      const files = unpacked(good)
      await attack.do(files)
      if (who === 'operator') relist(files, operator, attack.says)
      const verdict = await verify(files)
      t.match(verdict, { ok: false, exit: 1, sentence: attack.found })
    })
