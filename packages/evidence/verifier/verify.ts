/**
 * Verifies a proof bundle of a consignment note, without us, a network or other code. It is written to be read: start at
 * `verified`, which says in order what is checked. It runs in Node 20 (`node verify.mjs proof.zip`) and in browsers.
 * Formats: RFC 8785 (canonical JSON), RFC 9162 section 2.1.3 (inclusion in a Merkle tree), RFC 3161 (timestamps), and
 * from c2sp.org signed-note, tlog-checkpoint, tlog-proof and tlog-cosignature.
 */

/** Larger bundles are refused, and callers need not read them. */
export const MOST_BYTES = 500_000_000

/** Keys that were obtained elsewhere: vkeys of c2sp.org/signed-note. Every witness named here must have cosigned. */
export interface Trust {
  readonly keys?: readonly string[] | undefined
  readonly witnesses?: readonly string[] | undefined
}

interface Signer {
  readonly vkey: string
  /** by the caller; otherwise it was taken from the bundle, and proves nothing against who made that */
  readonly given: boolean
}

/** What weakens a proof that holds. */
export type Warning =
  | 'log_key_from_bundle'
  | 'witness_key_from_bundle'
  | 'no_witness'
  | 'no_timestamp'
  | 'timestamp_signature_not_checked'
  | 'signed_content_not_checked'
  | 'values_erased'

/** What a bundle that holds proves: these events, in this order, existed when the checkpoint was signed. */
export interface Facts {
  readonly ok: true
  readonly note: { readonly id: string; readonly number: string; readonly version: number }
  readonly events: { readonly count: number; readonly first: string; readonly last: string }
  /** documents and attachments */
  readonly files: number
  /** `at` as the operator stated it */
  readonly checkpoint: {
    readonly origin: string
    readonly size: number
    readonly root: string
    readonly at: string
  }
  readonly keys: readonly Signer[]
  readonly witnesses: readonly (Signer & { readonly at: string })[]
  readonly warnings: readonly Warning[]
}

/** The first thing that does not hold. `exit` 1: it does not hold; 2: it cannot be read, or a key that was given. */
export interface Refused {
  readonly ok: false
  readonly exit: 1 | 2
  readonly sentence: string
}

type Bytes = Uint8Array<ArrayBuffer>
type Files = ReadonlyMap<string, Bytes>
type Json = Readonly<Record<string, unknown>>

class Wrong extends Error {
  exit: 1 | 2 = 1
}

function check(holds: unknown, sentence: string, exit: 1 | 2 = 1): asserts holds {
  if (!holds) throw Object.assign(new Wrong(sentence), { exit })
}

/** Verifies a bundle. Never throws: that it cannot be read is a verdict too. */
export async function verifyProof(zip: Bytes, trust: Trust = {}): Promise<Facts | Refused> {
  try {
    return await verified(zip, trust)
  } catch (error) {
    if (error instanceof Wrong) return { ok: false, exit: error.exit, sentence: error.message }
    return { ok: false, exit: 2, sentence: `It cannot be checked here: ${error}` }
  }
}

async function verified(zip: Bytes, trust: Trust): Promise<Facts> {
  // 1. The archive, the list of its files, the proof of the last event, and who signed both of them.
  const files = unzip(zip)
  const list = openNote(textOf(files, 'manifest'), 'manifest')
  const { hashes, note, stream, revision, size, company } = parseManifest(list.text)
  const head = parseProof(files, 'head.tlog-proof')
  const keys = await keyring(trust, files)
  const signers = await signersOf(head.checkpoint, keys, head.origin, 'head.tlog-proof')
  await signersOf(list, keys, head.origin, 'manifest')
  check(head.size === size, `manifest: says size ${size}, and head.tlog-proof has ${head.size}.`)
  // 2. The files are those of the list.
  await checkFiles(files, hashes)
  // 3. The events: each one's hash, and that it names the one before. So the last one stands for them all.
  const events = await parseEvents(textOf(files, 'events.jsonl'), stream)
  const [first, last] = [events[0], events.at(-1)]
  const isAll = last?.revision === revision && events.length === note.version
  check(first && last && isAll, `events.jsonl: has ${events.length} events, the manifest ${note.version}.`)
  // 4. The last event is in the checkpoint's tree, and so is the last one of the company's stream.
  await checkInclusion(head, `${stream}@${revision} ${last.hash}`, 'head.tlog-proof')
  await checkCompany(files, company, head, `company-${first.data.company_id}`)
  // 5. Encrypted values are what the events commit to; the record and the files are what the events say.
  const sealed: Sealed[] = []
  const readable = await openEvents(events, textOf(files, 'disclosures.json'), sealed)
  const { record, isSignedContentChecked } = await foldEvents(readable)
  check(
    record.id === note.id && record.ecmr_number === note.number,
    'manifest: names another note than the events.',
  )
  checkRecord(parseJson(textOf(files, 'note.json'), 'note.json'), record, events.some(isErasure))
  // 6. Who else saw the checkpoint. An RFC 3161 answer holds the SHA-256 of what was stamped, as an octet string.
  const witnesses = await cosigners(head.checkpoint, keys)
  const timestamp = files.get('checkpoint.tsr')
  const imprint = `0420${await sha256(encode(head.checkpoint.text))}`
  check(
    !timestamp || toHex(timestamp).includes(imprint),
    'checkpoint.tsr: is not over the checkpoint of head.tlog-proof.',
  )

  const weak: readonly (readonly [boolean, Warning])[] = [
    [!signers.some(({ given }) => given), 'log_key_from_bundle'],
    [witnesses.some(({ given }) => !given), 'witness_key_from_bundle'],
    [witnesses.length === 0, 'no_witness'],
    [true, timestamp ? 'timestamp_signature_not_checked' : 'no_timestamp'],
    [!isSignedContentChecked, 'signed_content_not_checked'],
    // What the company's programs keep with a note is never shown, and no party has signed it.
    [sealed.some(({ shown, place }) => !shown && !place.endsWith('metadata')), 'values_erased'],
  ]
  return {
    ok: true,
    note,
    events: { count: events.length, first: first.at, last: last.at },
    files: [...hashes.keys()].filter((name) => name.includes('/')).length,
    checkpoint: { origin: head.origin, size, root: head.root, at: head.at },
    keys: signers.map(({ vkey, given }) => ({ vkey, given })),
    witnesses,
    warnings: weak.filter(([is]) => is).map(([, warning]) => warning),
  }
}

// ---- Archive: stored entries one right after the other, then their directory, and nothing else. ----

const NAMES =
  /^(README\.txt|(company|head)\.tlog-proof|checkpoint\.tsr|(disclosures|note)\.json|events\.jsonl|keys\.txt|manifest|verify\.mjs|(documents|attachments)\/[0-9a-f]{64}(\.[a-z0-9]{1,8})?)$/

/** The files of a bundle by name. */
export function unzip(zip: Bytes): Files {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength)
  const u16 = (at: number) => view.getUint16(at, true)
  const u32 = (at: number) => view.getUint32(at, true)
  const end = zip.length - 22
  check(zip.length <= MOST_BYTES, 'It is larger than 500 MB.', 2)
  check(end >= 0 && u32(end) === 0x06054b50, 'It is no ZIP archive, or something follows its end.', 2)
  const [count, directory] = [u16(end + 10), u32(end + 16)]
  check(count <= 20_000, 'The archive has more than 20,000 entries.', 2)
  check(directory + u32(end + 12) === end, 'The archive’s directory is not where its end says.', 2)
  const files = new Map<string, Bytes>()
  let entry = directory
  let place = 0
  for (let n = 0; n < count; n += 1) {
    check(entry + 46 <= end && u32(entry) === 0x02014b50, 'The archive’s directory is broken.', 2)
    const [size, length] = [u32(entry + 24), u16(entry + 28)]
    const name = String.fromCharCode(...zip.subarray(entry + 46, entry + 46 + length))
    check(NAMES.test(name), `The archive holds ${JSON.stringify(name)}, which no bundle has.`, 2)
    check(!files.has(name), `${name}: is in the archive twice.`, 2)
    // The header before the data says the same as the directory, nothing is compressed, and no entry overlaps another.
    const data = place + 30 + length
    const said = joined(zip.subarray(entry + 6, entry + 32), encode(name))
    const isSame = u32(place) === 0x04034b50 && toHex(said) === toHex(zip.subarray(place + 4, data))
    const isStored = u16(entry + 10) === 0 && u32(entry + 20) === size && (u16(entry + 8) & ~0x800) === 0
    const isHere = u32(entry + 42) === place && data + size <= directory && u32(entry + 30) === 0
    check(isSame && isStored && isHere, `${name}: is compressed, or not where and as bundles hold it.`, 2)
    files.set(name, zip.subarray(data, data + size))
    entry += 46 + length
    place = data + size
  }
  check(entry === end && place === directory, 'The archive holds more than its entries.', 2)
  return files
}

function textOf(files: Files, name: string): string {
  const bytes = files.get(name)
  check(bytes, `${name}: is missing.`, name === 'manifest' ? 2 : 1)
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
}

/** Every file is in the list, as it is. Documents are named for their SHA-256, by which an event speaks of them. */
async function checkFiles(files: Files, hashes: ReadonlyMap<string, string>): Promise<void> {
  const events = textOf(files, 'events.jsonl')
  const unlisted = [...files.keys()].find((name) => name !== 'manifest' && !hashes.has(name))
  check(!unlisted, `${unlisted}: is not in the manifest.`)
  for (const [name, hash] of hashes) {
    const bytes = files.get(name)
    check(bytes, `${name}: is missing, and the manifest names it.`)
    check((await sha256(bytes)) === hash, `${name}: was changed: its SHA-256 is not the manifest’s.`)
    const isSaid = name.includes(`/${hash}`) && events.includes(`"sha256":"${hash}"`)
    check(!name.includes('/') || isSaid, `${name}: no event of this note speaks of this file.`)
  }
}

// ---- Keys and signatures (c2sp.org/signed-note). ----

const [ED25519, COSIGNATURE] = [1, 4]
const VKEY = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})$/u

type Key = Awaited<ReturnType<typeof parseKey>>
type Note = ReturnType<typeof openNote>

/** The keys that the caller gave and, where there are none of a type, those that the bundle names. */
async function keyring({ keys = [], witnesses = [] }: Trust, files: Files): Promise<readonly Key[]> {
  const named = textOf(files, 'keys.txt')
    .split('\n')
    .filter((line) => VKEY.test(line))
  const log = keys.map((vkey) => parseKey(vkey, ED25519))
  const ours = await Promise.all([...log, ...witnesses.map((vkey) => parseKey(vkey, COSIGNATURE))])
  const others = await Promise.all(named.map((vkey) => parseKey(vkey)))
  return [...ours, ...others.filter(({ type }) => !ours.some((key) => key.type === type))]
}

/** @param expected type of a key that was given */
async function parseKey(vkey: string, expected?: number) {
  const [isKey, name = '', id = '', base64 = ''] = VKEY.exec(vkey) ?? []
  const shown = JSON.stringify(vkey.slice(0, 200))
  check(isKey, `${shown} is no key: it must read name+8 hex digits+44 characters.`, 2)
  const bytes = fromBase64(base64)
  const type = bytes[0]
  check(
    type === (expected ?? type),
    `${shown} is no key of a ${expected === ED25519 ? 'log' : 'witness'}.`,
    2,
  )
  const hash = await sha256(joined(encode(`${name}\n`), bytes))
  check(hash.startsWith(id), `${shown} is no key: its name or its key was altered.`, 2)
  const key = await crypto.subtle.importKey('raw', bytes.subarray(1), 'Ed25519', false, ['verify'])
  return { vkey, name, id, type, key, given: expected !== undefined }
}

/** A text with its last line break, and the signatures below it. */
function openNote(note: string, file: string) {
  const [, text = '', lines = ''] =
    /^(.*\n)\n((?:— [^\s+]+ [A-Za-z0-9+/]+={0,2}\n){1,100})$/su.exec(note) ?? []
  check(text.length > 0 && [...text].every((c) => c >= ' ' || c === '\n'), `${file}: is no signed note.`)
  const signatures = lines
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [, name = '', base64 = ''] = line.split(' ')
      const bytes = fromBase64(base64)
      return { name, id: toHex(bytes.subarray(0, 4)), bytes: bytes.subarray(4) }
    })
  return { text, signatures }
}

const isSigned = ({ key }: Key, signature: Bytes, text: string): Promise<boolean> =>
  crypto.subtle.verify('Ed25519', key, signature, encode(text))

/** The log’s keys that signed: at least one, and no signature of a known key of it may fail. */
async function signersOf({ text, signatures }: Note, keys: readonly Key[], origin: string, file: string) {
  const signers: Key[] = []
  for (const { name, id, bytes } of signatures) {
    const key = keys.find((one) => one.type === ED25519 && one.name === name && one.id === id)
    check(!key || (await isSigned(key, bytes, text)), `${file}: was changed: ${name} signed another text.`)
    signers.push(...(key && name === origin ? [key] : []))
  }
  check(signers.length > 0, `${file}: is not signed by any key that is known of the log ${origin}.`)
  return signers
}

/** c2sp.org/tlog-cosignature: the witness saw this checkpoint at that instant, and none that contradicts it. */
async function cosigners({ text, signatures }: Note, keys: readonly Key[]): Promise<Facts['witnesses']> {
  const seen: Facts['witnesses'][number][] = []
  for (const key of keys.filter(({ type }) => type === COSIGNATURE)) {
    const { vkey, given, name, id } = key
    const bytes = signatures.find((one) => one.name === name && one.id === id)?.bytes
    check(bytes || !given, `head.tlog-proof: the witness ${name} did not cosign its checkpoint.`)
    if (!bytes) continue
    const time = Number(`0x${toHex(bytes.subarray(0, 8))}`)
    const holds = await isSigned(key, bytes.subarray(8), `cosignature/v1\ntime ${time}\n${text}`)
    check(holds && time < 2 ** 37, `head.tlog-proof: the cosignature of ${name} is not over its checkpoint.`)
    seen.push({ vkey, given, at: new Date(time * 1000).toISOString() })
  }
  return seen
}

// ---- Manifest, checkpoint (c2sp.org/tlog-checkpoint) and inclusion (c2sp.org/tlog-proof). ----

const MANIFEST =
  /^((?:[0-9a-f]{64} {2}\S+\n)+)note (\S+) (\S+) version (\d+) last event (\S+)@(\d+) at size (\d+)\n(?:company (\S+@\d+ [0-9a-f]{64})\n)?$/

function parseManifest(text: string) {
  const parts = MANIFEST.exec(text)
  check(parts, 'manifest: is not written as manifests are.')
  const [, list = '', id = '', number = '', version, stream = '', revision, size, company] = parts
  const files = list
    .trimEnd()
    .split('\n')
    .map((line) => [line.slice(66), line.slice(0, 64)] as const)
  const unordered = files.find(([name], i) => i > 0 && name <= (files[i - 1]?.[0] ?? ''))
  check(!unordered, `manifest: ${unordered?.[0]} is there twice, or not in order.`)
  const note = { id, number, version: whole(version, 'manifest') }
  const place = { stream, revision: whole(revision, 'manifest'), size: whole(size, 'manifest') }
  return { hashes: new Map(files), note, ...place, company }
}

/** A number as these formats write it, as far as JavaScript counts exactly. */
function whole(digits = '', file: string): number {
  const isWhole = /^(0|[1-9]\d{0,15})$/.test(digits) && Number.isSafeInteger(Number(digits))
  check(isWhole, `${file}: ${JSON.stringify(digits)} is no number below 2^53.`)
  return Number(digits)
}

type Proof = ReturnType<typeof parseProof>

const PROOF =
  /^c2sp\.org\/tlog-proof@v1\n(?:extra \S*\n)?index (\S+)\n((?:[A-Za-z0-9+/]{43}=\n){0,63})\n(.*)$/s
const CHECKPOINT = /^(.+)\n(\S+)\n([A-Za-z0-9+/]{43}=)\n((?:.+\n)*)$/

function parseProof(files: Files, file: string) {
  const [isProof, index, path = '', note = ''] = PROOF.exec(textOf(files, file)) ?? []
  check(isProof, `${file}: is no proof of version 1, or holds something else than hashes.`)
  const checkpoint = openNote(note, file)
  const [isCheckpoint, origin = '', size, root = '', more = ''] = CHECKPOINT.exec(checkpoint.text) ?? []
  check(isCheckpoint, `${file}: holds no checkpoint.`)
  const at = /^at (.+)$/m.exec(more)?.[1] ?? ''
  const hashes = path.match(/.+/g) ?? []
  return { index: whole(index, file), hashes, checkpoint, origin, size: whole(size, file), root, at }
}

/** RFC 6962, section 2.1.1: the last hash of a path is that of the other half of the tree, and so on down to the leaf. */
async function checkInclusion(
  { index, size, hashes, root }: Proof,
  leaf: string,
  file: string,
): Promise<void> {
  const rootOf = async (index: number, size: number, path: readonly string[]): Promise<string> => {
    if (size <= 1) return path.length === 0 ? sha256(joined([0], encode(leaf))) : ''
    // The largest power of two below the size.
    const half = 2 ** ((size - 1).toString(2).length - 1)
    const [isLeft, below, other] = [index < half, path.slice(0, -1), fromBase64(path.at(-1) ?? '')]
    const own = fromHex(
      await (isLeft ? rootOf(index, half, below) : rootOf(index - half, size - half, below)),
    )
    return sha256(isLeft ? joined([1], own, other) : joined([1], other, own))
  }
  const holds = index < size && (await rootOf(index, size, hashes)) === toHex(fromBase64(root))
  check(holds, `${file}: ${leaf} is not proven to be entry ${index} of ${size}.`)
}

async function checkCompany(
  files: Files,
  leaf: string | undefined,
  head: Proof,
  stream: string,
): Promise<void> {
  const file = 'company.tlog-proof'
  check(
    files.has(file) === (leaf !== undefined),
    `${file}: manifest and files differ on whether it is there.`,
  )
  if (leaf === undefined) return
  check(leaf.startsWith(`${stream}@`), `manifest: ${leaf} is not of ${stream}, the company of this note.`)
  const proof = parseProof(files, file)
  check(
    proof.checkpoint.text === head.checkpoint.text,
    `${file}: has another checkpoint than head.tlog-proof.`,
  )
  await checkInclusion(proof, leaf, file)
}

// ---- Events: canonical lines, each with its hash and that of the one before. ----

interface Event {
  readonly type: string
  readonly data: Json
  readonly at: string
  readonly status: unknown
  readonly schema: number
  readonly revision: number
  readonly hash: string
}

async function parseEvents(lines: string, ours: string): Promise<readonly Event[]> {
  const events: Event[] = []
  for (const line of lines.replace(/\n$/, '').split('\n')) {
    const [place, before] = [`${ours}@${events.length}`, events.at(-1)]
    const where = `events.jsonl: ${place}`
    const event = objectOf(parseJson(line, where, [canonical]))
    const { type, data, metadata, stream, revision } = event
    check(
      `${stream}@${revision}` === place,
      `${where} is missing: ${stream}@${revision} stands in its place.`,
    )
    check(isObject(data) && isObject(metadata), `${where} has no data or no metadata.`)
    const { hash, ...unsealed } = metadata
    const actual = await sha256(encode(canonical({ ...event, metadata: unsealed })))
    check(hash === actual, `${where} was changed: its hash is ${actual}, and it says ${hash}.`)
    const follows = metadata.prev_hash === (before?.hash ?? null)
    check(follows, `${where} does not name the hash of the event before it.`)
    const { recorded_at, status, schema_version } = metadata
    check(String(recorded_at) >= (before?.at ?? ''), `${where} was recorded before the event before it.`)
    const kept = { type: String(type), data, at: String(recorded_at), status, schema: Number(schema_version) }
    events.push({ ...kept, revision: events.length, hash: actual })
  }
  return events
}

// ---- Encrypted values. An event holds commitments to them, disclosures.json those that are not erased. ----

/** An encrypted value; `shown` is its disclosure, if there is one. */
class Sealed {
  place = ''
  commitment = ''
  shown: Json | undefined
}

/** The events with encrypted values in their places. Disclosures must be what the events committed to. */
async function openEvents(
  events: readonly Event[],
  text: string,
  sealed: Sealed[],
): Promise<readonly Event[]> {
  const shown = new Map<string, Json>()
  for (const one of listOf(parseJson(text, 'disclosures.json'))) {
    const place = `${one.revision}:${one.pointer}/${one.member}`
    check(
      'value' in one && !shown.has(place),
      `disclosures.json: ${place} is there twice, or without a value.`,
    )
    shown.set(place, one)
  }
  const open = (value: unknown, place: string): unknown => {
    if (Array.isArray(value)) return value.map((item, i) => open(item, `${place}/${i}`))
    if (!isObject(value)) return value
    const { $sealed, ...clear } = value
    const members = Object.entries(clear).map(([name, member]) => [name, open(member, `${place}/${name}`)])
    for (const [name, commitment] of listOf($sealed).flatMap((part) =>
      Object.entries(objectOf(part.commitments)),
    )) {
      const at = `${place}/${name}`
      check(!(name in clear), `events.jsonl: ${at} is there in clear and encrypted.`)
      const one = Object.assign(new Sealed(), { place: at, commitment, shown: shown.get(at) })
      members.push([name, sealed[sealed.push(one) - 1]])
    }
    return Object.fromEntries(members)
  }
  const opened = events.map((event) => ({ ...event, data: objectOf(open(event.data, `${event.revision}:`)) }))
  for (const { place, commitment, shown: one } of sealed) {
    const hash = one && (await sha256(encode(`${one.salt}${canonical(one.value)}`)))
    // Salts have one length, so that what was hashed divides into salt and value in one way.
    const holds = !hash || (/^[\w-]{22}$/.test(`${one.salt}`) && hash === toHex(fromBase64(commitment)))
    check(holds, `disclosures.json: ${place} is not what the event committed to.`)
    shown.delete(place)
  }
  check(shown.size === 0, `disclosures.json: no event has an encrypted value at ${[...shown.keys()][0]}.`)
  return opened
}

// ---- The record: what the events add up to, member by member. ----

/** Members of note.json that are words, addresses and judgements about the others. */
const DERIVED = ['status_label', 'compliance', 'document', 'tracking_url']
const BLANK = ['', '"«erased»"', '[{"company_name":"«erased»"}]']

function checkRecord(note: unknown, record: Json, isErased: boolean): void {
  // Where a value was erased, none is shown.
  const agrees = (shown: unknown, known: unknown): boolean => {
    const isBlank = BLANK.includes(canonical(shown))
    if (known instanceof Sealed) return known.shown ? agrees(shown, known.shown.value) : isBlank
    if (!isTree(shown) || !isTree(known)) return shown === known || (isErased && isBlank)
    const [a, b]: readonly [Json, Json] = [{ ...shown }, { ...known }]
    return (isErased && isBlank) || Object.keys({ ...a, ...b }).every((name) => agrees(a[name], b[name]))
  }
  // Bundles of earlier releases do not say whether they are of a test, nor when the taking over was recorded.
  const { livemode, taken_over_recorded_at } = record
  const said: Json = { livemode, taken_over_recorded_at, ...objectOf(note) }
  for (const name of Object.keys({ ...said, ...record }).filter((each) => !DERIVED.includes(each)))
    check(agrees(said[name], record[name]), `note.json: ${name} is not what the events say.`)
}

// What a delivery that is taken back leaves behind, and a taking over that was only inferred from it.
const NO_DELIVERY = { delivered_at: undefined, delivery_recorded_at: undefined, unsigned_reason: undefined }
const NO_PICKUP = { taken_over_at: undefined, taken_over_recorded_at: undefined }
const isTree = (value: unknown): value is object => typeof value === 'object' && value !== null
const isErasure = ({ type, data }: Event) => type === 'PersonalDataErased' && data.due === undefined

async function foldEvents(events: readonly Event[]) {
  let record: Json = { cancelled: false, version: events.length }
  let fields: Json = {}
  let signatures: readonly Json[] = []
  let incidents: readonly Json[] = []
  let isSignedContentChecked = true
  let reservations: readonly Json[] = []
  for (const event of events) {
    const { type, data, at, status, revision } = event
    const { id, ecmr_number, taken_over_at, delivered_at, unsigned_reason, reason, back_to } = data
    const { delivery_recorded_at } = record
    const reverted = { delivered_at, delivery_recorded_at, reverted_at: at, reason }
    const reverted_deliveries = [...listOf(record.reverted_deliveries), reverted]
    const says: Record<string, Json> = {
      // The company's id tells a test by the version of the UUID.
      EcmrCreated: { id, ecmr_number, created_at: at, livemode: `${data.company_id}`[14] !== '8' },
      GoodsTakenOver: { taken_over_at, taken_over_recorded_at: at },
      DeliveryConfirmed: { delivered_at, delivery_recorded_at: at, unsigned_reason },
      DeliveryReverted: { ...NO_DELIVERY, ...(back_to !== 'in_transit' && NO_PICKUP), reverted_deliveries },
      EcmrCancelled: { cancelled: true, cancelled_at: at, cancel_reason: reason },
    }
    record = { ...record, status, updated_at: at, ...says[type] }
    const changes = listOf(data.changes).map((change) => [change.field, change.new])
    fields = { ...fields, ...objectOf(data.fields), ...Object.fromEntries(changes) }
    // A change to null takes a field away, and any change outdates the signatures before it.
    fields = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
    const still = (one: Json) => one.covers_current_version === true && changes.length === 0
    signatures = signatures.map((one) => ({ ...one, covers_current_version: still(one) }))
    const isLost = (one: Json) => type === 'DeliveryReverted' && one.role === 'receiver'
    const lost = (one: Json) => ({ delivery_reverted_at: at, ...one, covers_current_version: false })
    signatures = signatures.map((one) => (isLost(one) ? lost(one) : one))
    if (type === 'EcmrSigned') {
      // Values that an older version left in clear, or that were erased before, are signed by commitments of no event.
      const isChecked = !events.slice(0, revision).some((one) => isErasure(one) || one.schema < event.schema)
      isSignedContentChecked &&= isChecked
      const where = `events.jsonl: the signature in event ${revision}`
      await checkSignature(data, isChecked ? fields : undefined, signatures.at(-1), where)
      const when = data.signed_at === undefined ? { signed_at: at } : { recorded_at: at }
      signatures = [...signatures, { ...data, ...when, covers_current_version: true }]
    }
    const reserved = type === 'ReservationRecorded' ? [{ ...data, recorded_at: at }] : []
    reservations = [...reservations, ...reserved]
    const reported: readonly Json[] =
      type === 'IncidentReported' ? [{ ...data, status: 'open', reported_at: at }] : []
    const resolved = type === 'IncidentResolved' && { ...data, status: 'resolved', resolved_at: at }
    incidents = [...incidents, ...reported].map((one) =>
      one.incident_id === data.incident_id ? { ...one, ...resolved } : one,
    )
  }
  record = { ...record, signatures, reservations, incidents, ...fields }
  return { record, isSignedContentChecked }
}

/** A signature covers the fields as they stood, encrypted ones by their commitments, and the signature before it. */
async function checkSignature(data: Json, fields: Json | undefined, before: Json | undefined, where: string) {
  const { signature_hash, ...unsigned } = data
  const hash = (value: unknown) => sha256(encode(canonical(value)))
  const isSame = !fields || data.content_hash === (await hash(fields))
  check(isSame, `${where} is over another content than the events have there.`)
  check(signature_hash === (await hash(unsigned)), `${where} was changed.`)
  const previous = before?.signature_hash ?? null
  check(data.previous_signature_hash === previous, `${where} does not name the signature before it.`)
}

// ---- JSON, text and bytes. ----

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const objectOf = (value: unknown): Json => (isObject(value) ? value : {})
const listOf = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.map(objectOf) : [])

/** RFC 8785, for what `JSON.parse` returns; an encrypted value is signed by its commitment. */
function canonical(value: unknown): string {
  if (value instanceof Sealed) return canonical({ $commitment: value.commitment })
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (!isObject(value)) return value === undefined ? '' : JSON.stringify(value)
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join()}}`
}

const INDENTED = [0, 1, 2].map((by) => (value: unknown) => JSON.stringify(value, null, by))

/** JSON that is written in one of these forms: then no member is there twice, and no number is rounded. */
function parseJson(text: string, where: string, forms = INDENTED): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {}
  const isOnly = value !== undefined && forms.some((form) => form(value) === text.replace(/\n$/, ''))
  check(isOnly, `${where} is no JSON, or not in the one form that it may have.`)
  return value
}

const encode = (text = ''): Bytes => new TextEncoder().encode(text)
const joined = (...parts: readonly (Bytes | readonly number[])[]): Bytes =>
  Uint8Array.from(parts.flatMap((one) => [...one]))
const sha256 = async (bytes: Bytes) => toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
const toHex = (bytes: Bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
const fromHex = (hex: string): Bytes =>
  Uint8Array.from(hex.match(/../g) ?? [], (two) => Number.parseInt(two, 16))

/** Base64, in either alphabet; empty when it is none. */
function fromBase64(text: string): Bytes {
  const base64 = text.replace(/=+$/, '').replace(/[-_]/g, (c) => (c === '-' ? '+' : '/'))
  const isBase64 = /^[A-Za-z0-9+/]*$/.test(base64) && base64.length % 4 !== 1
  return Uint8Array.from(isBase64 ? atob(base64) : '', (c) => c.charCodeAt(0))
}

// ---- The program: `node verify.mjs proof.zip [--key vkey]… [--witness vkey]…`; what it prints is JSON. ----

// Not when another program imports it, or a browser.
const program = typeof process === 'undefined' ? '' : (process.argv[1] ?? '').split(/[/\\]/).at(-1)
if (program && decodeURI(import.meta.url).endsWith(`/${program}`)) {
  const { readFile, stat } = await import('node:fs/promises')
  const [file = '', ...words] = process.argv.slice(2).filter((word) => word !== '--json')
  const [keys = [], witnesses = []] = ['--key', '--witness'].map((option) =>
    words.filter((_, n) => words[n - 1] === option),
  )
  const isUsed = words.length === 2 * (keys.length + witnesses.length)
  const isFile = await stat(file).then(
    (one) => one.isFile() && one.size <= MOST_BYTES,
    () => false,
  )
  const sentence =
    'Usage: node verify.mjs proof.zip [--key vkey]… [--witness vkey]…; the file may have 500 MB.'
  const usage = { ok: false, exit: 2, sentence } as const
  const verdict =
    isUsed && isFile ? await verifyProof(new Uint8Array(await readFile(file)), { keys, witnesses }) : usage
  process.stdout.write(`${JSON.stringify(verdict, null, 2)}\n`)
  process.exitCode = verdict.ok ? 0 : verdict.exit
}
