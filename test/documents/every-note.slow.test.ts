import { createHash } from 'node:crypto'
import { inParallel } from '@ecmr/runtime'
import t from 'tap'
import { withoutPdfTools } from '../support/pdf.js'
import { type IssuedDocument, issuingGround } from './proof/issued-documents.js'
import { missingValues, valuesIn } from './proof/missing-values.js'
import { randomNotes } from './proof/random-notes.js'
import { type SeenDocument, seenDocument } from './proof/seen-document.js'
import { personalValues, shownValues, withoutPersonalData } from './proof/shown-values.js'

const NOTES = 200
const AT_ONCE = 4

/** What must be so of every document: what is found, and what it has to be. */
const looks: Readonly<
  Record<
    string,
    (
      seen: SeenDocument,
      issued: IssuedDocument,
      people: readonly string[],
    ) => readonly [found: unknown, expected: unknown]
  >
> = {
  'it states both instants': ({ info }, { entry }) => [
    [info.get('CreationDate'), info.get('ModDate')],
    [entry.created_at, entry.modified_at],
  ],
  'it is tagged': ({ info }) => [info.get('Tagged'), 'yes'],
  'its fonts are embedded, with Unicode': ({ fonts }) => [
    fonts.filter((font) => !/ yes yes yes +\d+ +\d+$/.test(font)).concat(fonts.length > 0 ? [] : 'none'),
    [],
  ],
  'every value stands in it': ({ text }, { records, entry: { language, replaced_characters } }) => [
    records.flatMap((record) => missingValues(text, shownValues(record, language), replaced_characters)),
    [],
  ],
  'personal data do not': ({ text, attached }, { records }, people) => [
    [text, ...attached.values()].flatMap((part) =>
      valuesIn(part, [...records.flatMap(personalValues), ...people]),
    ),
    [],
  ],
  'the record is the one that was answered': ({ attached }, { records }) => {
    const name = records.length > 1 ? 'records.json' : 'record.json'
    return [[JSON.parse(attached.get(name) ?? '[]')].flat(), records.map(withoutPersonalData)]
  },
  'every event is in its history': ({ attached }, { records }) => [
    attached.get('events.jsonl')?.trimEnd().split('\n').length,
    records.reduce((events, { version }) => events + version, 0),
  ],
  'its QR code leads to it': ({ qr }, { entry }) => [qr, entry.url],
  'its seal holds, if it has one': ({ signatures }, { isSealed }) => [
    /Signature is Valid/.test(signatures),
    isSealed,
  ],
}

t.test(
  `others find in the documents of ${NOTES} notes what their notes say`,
  { skip: withoutPdfTools },
  async (t) => {
    const { issueAll, fetch, people } = await issuingGround(t)
    const documents = await issueAll(randomNotes(NOTES))
    t.equal(documents.flatMap(({ records }) => records).length, NOTES)
    const kinds = new Set(documents.flatMap(kindsOf))
    for (const kind of KINDS) t.ok(kinds.has(kind), `there are ${kind} ones`)
    async function* all() {
      yield* documents
    }
    await inParallel(all(), AT_ONCE, async (issued) => {
      const { entry, records } = issued
      const what = `${entry.kind} in ${entry.language}, version ${entry.version}, notes ${records.map(({ id }) => id)}`
      const bytes = await fetch(entry.url ?? '')
      t.equal(createHash('sha256').update(bytes).digest('hex'), entry.sha256, what)
      const seen = await seenDocument(bytes)
      for (const [name, look] of Object.entries(looks)) {
        const [found, expected] = look(seen, issued, people)
        t.same(found, expected, `${name}: ${what}`)
      }
    })
  },
)

const KINDS = ['cmr', 'deca', 'joint', 'later', 'sealed', 'signed', 'cancelled']

function kindsOf({ entry, records, isSealed }: IssuedDocument): readonly string[] {
  return [
    entry.kind,
    ...(records.length > 1 ? ['joint'] : []),
    ...(entry.version > 1 ? ['later'] : []),
    ...(isSealed ? ['sealed'] : []),
    ...(records.some(({ signatures }) => signatures.length > 0) ? ['signed'] : []),
    ...(records.some(({ cancelled }) => cancelled) ? ['cancelled'] : []),
  ]
}
