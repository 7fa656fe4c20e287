import { readdir, readFile } from 'node:fs/promises'
import {
  ecmrEventTypes,
  evolve,
  type JsonObject,
  type Note,
  SCHEMA_VERSION,
  toEcmrEvent,
  upcast,
  upcastEvent,
  upcastThrough,
} from '@ecmr/domain'
import t from 'tap'
import { goldenEvents } from '../golden/story.js'

/**
 * Golden files: every shape in which events were ever written, one folder per schema version, never edited once landed.
 * A shape changes by raising the version: add the lift to upcast.ts and the new files to a folder of their own.
 */
const GOLDEN = new URL('../../../domain/golden/', import.meta.url)

interface Golden {
  readonly name: string
  readonly version: number
  readonly stored: { readonly type: string; readonly at: string; readonly data: JsonObject }
}

async function goldenFiles(): Promise<readonly Golden[]> {
  const versions = (await readdir(GOLDEN)).filter((name) => /^v\d+$/.test(name))
  const files = versions.map(async (folder) => {
    const names = (await readdir(new URL(`${folder}/`, GOLDEN))).toSorted()
    return Promise.all(names.map((name) => golden(folder, name)))
  })
  return (await Promise.all(files)).flat()
}

async function golden(folder: string, file: string): Promise<Golden> {
  const text = await readFile(new URL(`${folder}/${file}`, GOLDEN), 'utf8')
  return { name: file.replace('.json', ''), version: Number(folder.slice(1)), stored: JSON.parse(text) }
}

function readToday({ version, stored }: Golden) {
  const { type, data } = upcast({ type: stored.type, schema_version: version, data: stored.data })
  return toEcmrEvent({ type, data, metadata: { recorded_at: stored.at, schema_version: version } })
}

t.test('there is a golden file of every event type', async (t) => {
  const types = new Set((await goldenFiles()).map((file) => file.stored.type))
  for (const type of ecmrEventTypes) t.ok(types.has(type), type)
})

t.test('today’s code writes what the golden files of its version say', async (t) => {
  const files = (await goldenFiles()).filter((file) => file.version === SCHEMA_VERSION)
  const written = goldenEvents()
  t.strictSame(
    files.map((file) => file.name),
    [...written.keys()].toSorted(),
  )
  for (const { name, stored } of files) t.strictSame(written.get(name), stored, name)
})

t.test('every shape ever written is read, and the notes can be folded', async (t) => {
  const notes = new Map<string, Note>()
  for (const file of await goldenFiles()) {
    const event = readToday(file)
    if (event === undefined) throw new Error(`${file.name} of version ${file.version} is not read`)
    const life = `v${file.version} ${file.name.split('-')[0]}`
    notes.set(life, evolve(notes.get(life) ?? null, event))
  }
  for (const [life, note] of notes) t.ok(note.version > 0, life)
})

t.test('events of today’s version are upcast to themselves', async (t) => {
  for (const [name, { type, data }] of goldenEvents()) {
    t.strictSame(upcast({ type, schema_version: SCHEMA_VERSION, data }), { type, data }, name)
  }
})

t.test('lifts', async (t) => {
  // A pretended past: version 1 called the reason `why`, version 2 called the whole event NoteVoided.
  const pretended = upcastThrough([
    new Map([['NoteVoided', ({ why, ...rest }) => ({ type: 'NoteVoided', data: { ...rest, reason: why } })]]),
    new Map([['NoteVoided', (data) => ({ type: 'EcmrCancelled', data })]]),
  ])
  const today = { type: 'EcmrCancelled', data: { reason: 'withdrawn' } }

  t.strictSame(
    pretended({ type: 'NoteVoided', schema_version: 1, data: { why: 'withdrawn' } }),
    today,
    'in turn',
  )
  t.strictSame(
    pretended({ type: 'NoteVoided', schema_version: 2, data: { reason: 'withdrawn' } }),
    today,
    'from the middle',
  )
  t.strictSame(pretended({ ...today, schema_version: 3 }), today, 'not at all at the end')
  t.strictSame(pretended({ ...today, schema_version: 9 }), today, 'not at all beyond it')
  t.strictSame(
    pretended({ type: 'Other', schema_version: 1, data: { why: 1 } }),
    { type: 'Other', data: { why: 1 } },
    'other types stay',
  )
  t.match(
    toEcmrEvent({
      ...pretended({ type: 'NoteVoided', schema_version: 1, data: { why: 'x' } }),
      metadata: { recorded_at: 'then' },
    }),
    {
      type: 'EcmrCancelled',
      at: 'then',
      data: { reason: 'x' },
    },
  )
})

t.test(
  'a recorded event of today’s version is not copied; a newer one keeps its type and data',
  async (t) => {
    const event = {
      type: 'EcmrCancelled',
      data: { reason: 'Wrong' },
      metadata: { schema_version: SCHEMA_VERSION },
    }
    t.equal(upcastEvent(event), event)
    const newer = { ...event, metadata: { schema_version: SCHEMA_VERSION + 1 } }
    t.strictSame(upcastEvent(newer), newer)
  },
)
