import { type ActorNames, actorNames } from '@ecmr/accounts'
import { fullFieldLabel, type Language } from '@ecmr/contract'
import { actingFor, type FieldName, fieldNames, type JsonValue } from '@ecmr/domain'
import { type HistoryEntry, noteHistory } from '@ecmr/read-models'
import type { Pool } from 'pg'
import { access, type Pages, signedIn } from '../../../panel-server.js'
import { type Formats, formatsFor } from '../../../texts/formats.js'
import { valueText } from '../read/values.js'
import { actorKind } from '../shared/actors.js'
import { brief } from '../shared/brief.js'
import {
  documentLanguageLabels,
  eventSentence,
  nameIn,
  severityLabels,
  signingMethodLabels,
} from '../shared/labels.js'
import { type FoundNote, seenNote } from '../shared/own-note.js'
import { detailLabels, historyTexts } from './texts.js'

const ENTRIES = 20

/** What an auditor reads: who changed what, when and why, from the first entry to the last. */
export const noteHistoryPage: Pages = (app, context) => {
  const { pool, reads } = context
  app.get<{ Params: { id: string }; Querystring: { page?: unknown; version?: unknown } }>(
    '/ecmrs/:id/historial',
    access.person,
    async (request, reply) => {
      const { company } = signedIn(request)
      const { language } = request.visitor
      const found = await seenNote(context, company.id, request.params.id)
      const { note, behind } = found
      const isFresh = await reads.waitFor('history')
      const only = placeIn(request.query.version)
      // Versions are counted like entries: one for each event.
      const place =
        only === undefined
          ? { page: placeIn(request.query.page) ?? 1, limit: ENTRIES }
          : { page: only, limit: 1 }
      const { entries, total } = await wholePage(pool, found, place)
      const nameOf = await actorNames(
        pool,
        company.id,
        entries.map(({ actor }) => actor),
      )
      const manner = { language, f: formatsFor(language, company.time_zone), nameOf }
      const first = (place.page - 1) * place.limit
      return reply.page('pages/notes/history/history', {
        title: historyTexts[language].title(note.ecmr_number),
        section: 'notes',
        styles: ['notes.css'],
        t: historyTexts[language],
        behind: behind || !isFresh,
        note,
        only,
        entries:
          only === undefined
            ? entryViews(entries, manner)
            : entries.map((entry) => wholeEntry(entry, manner)),
        from: first + 1,
        to: first + entries.length,
        total,
        previous: only === undefined && place.page > 1 ? place.page - 1 : undefined,
        next: only === undefined && first + entries.length < total ? place.page + 1 : undefined,
      })
    },
  )
}

/** Entries that are large come in several portions. */
async function wholePage(
  pool: Pool,
  { note, access: { kind } }: FoundNote,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<{ readonly entries: readonly HistoryEntry[]; readonly total: number }> {
  const entries: HistoryEntry[] = []
  for (;;) {
    const after = (page - 1) * limit + entries.length
    const isOwn = kind === 'own'
    const asked = { after, limit: limit - entries.length, isOwn }
    const portion = await noteHistory(pool, actingFor(note.company_id), note.id, asked)
    entries.push(...portion.entries)
    if (!portion.hasMore || entries.length >= limit) return { entries, total: portion.total }
  }
}

/** A page or version as an address gives it, from 1; `undefined` for what is none. */
function placeIn(asked: unknown): number | undefined {
  return typeof asked === 'string' && /^[1-9]\d{0,5}$/.test(asked) ? Number(asked) : undefined
}

// A page stays small however much is changed at once: the whole of an entry has a page of its own.
const MOST_CHANGES = 150
const LEAST_OF_ENTRY = 5
const LONGEST_VALUE = 160

/** An entry of a note's history in words. */
interface EntryView {
  readonly version: number
  readonly sentence: string
  readonly at: string
  readonly who: string
  readonly kind: string
  readonly reason: string | null
  readonly inferred: boolean
  readonly changes: readonly ChangeView[]
  /** false: this is the creation */
  readonly hadBefore: boolean
  /** changes that are left out */
  readonly left: number
  /** what it says besides: label and value */
  readonly details: readonly (readonly [string, string])[]
  readonly hash: string
  readonly previousHash: string | null
}

interface ChangeView {
  readonly label: string
  readonly before: string
  readonly after: string
}

interface Manner {
  readonly language: Language
  readonly f: Formats
  readonly nameOf: ActorNames
}

/** The entries of a page, each cut short if there is very much in them. */
function entryViews(entries: readonly HistoryEntry[], manner: Manner): readonly EntryView[] {
  const changes = entries.reduce((sum, entry) => sum + entry.changes.length, 0)
  const most =
    changes <= MOST_CHANGES ? changes : Math.max(LEAST_OF_ENTRY, Math.floor(MOST_CHANGES / entries.length))
  return entries.map((entry) => entryView(entry, manner, { changes: most, value: LONGEST_VALUE }))
}

/** An entry with everything that it says. */
function wholeEntry(entry: HistoryEntry, manner: Manner): EntryView {
  return entryView(entry, manner, { changes: Number.POSITIVE_INFINITY, value: Number.POSITIVE_INFINITY })
}

function entryView(
  entry: HistoryEntry,
  manner: Manner,
  most: { readonly changes: number; readonly value: number },
): EntryView {
  const { language } = manner
  const said = (field: string, value: JsonValue): string =>
    brief(valueText(field, value, language), most.value)
  return {
    version: entry.version,
    sentence: eventSentence(entry, language),
    at: entry.recorded_at,
    who: manner.nameOf(entry.actor) ?? actorKind(entry.actor, language),
    kind: actorKind(entry.actor, language),
    reason: entry.reason === null ? null : brief(entry.reason, most.value),
    inferred: entry.inferred,
    changes: entry.changes.slice(0, most.changes).map(({ field, old, new: next }) => ({
      label: labelOf(field, language),
      before: said(field, old),
      after: said(field, next),
    })),
    hadBefore: entry.type !== 'EcmrCreated',
    left: Math.max(0, entry.changes.length - most.changes),
    details: detailsOf(entry, manner).map(([label, text]) => [label, brief(text, most.value)]),
    hash: entry.hash,
    previousHash: entry.prev_hash,
  }
}

/** A field that this version does not know has its own name. */
function labelOf(field: string, language: Language): string {
  const known: FieldName | undefined = fieldNames.find((name) => name === field)
  return known === undefined ? field : fullFieldLabel(known, language)
}

function detailsOf(
  { data, recorded_at }: HistoryEntry,
  { language, f }: Manner,
): readonly (readonly [string, string])[] {
  return Object.entries(detailLabels[language]).flatMap(([name, label]): (readonly [string, string])[] => {
    const value = data[name]
    if (typeof value !== 'string') return []
    if (/_at$/.test(name)) {
      const said = f.instant(value)
      return [[said === f.instant(recorded_at) ? label : historyTexts[language].stated(label), said]]
    }
    const words: Readonly<Record<string, Readonly<Record<string, string>>>> = {
      severity: severityLabels[language],
      method: signingMethodLabels[language],
      language: documentLanguageLabels[language],
    }
    return [[label, nameIn(words[name] ?? {}, value) ?? value]]
  })
}
