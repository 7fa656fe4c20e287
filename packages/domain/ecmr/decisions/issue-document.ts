import type { CommandOf } from '../commands.js'
import { regimesOf } from '../compliance/regimes.js'
import { accept, type DecisionContext, refuse, type Verdict } from '../decision.js'
import { mayShowErased } from '../documents.js'
import { noteLimits, refuseFull } from '../note-limits.js'
import type { Note } from '../state.js'
import { regimeDataGap } from '../strict-policy.js'

/**
 * Records a version of a document. Its bytes exist already, so what is decided is whether it may count: a version is taken once
 * only, and shows the note as it was no earlier than the version before it.
 *
 * A note that is cancelled gets no document, but those that it has say from then on that it is.
 */
export function issueDocument(
  note: Note,
  { type: _, ...document }: CommandOf<'issue_document'>,
  context: DecisionContext,
): Verdict {
  const before = note.documents.findLast(({ document_id }) => document_id === document.document_id)
  const isDue = before !== undefined && document.automatic === true
  const refusal =
    (isDue ? undefined : refuseCancelled(note, document)) ??
    refuseErased(note, document) ??
    (before ? refuseTaken(note, document, before) : refuseKind(note, document))
  if (refusal) return refusal
  const asked = document.automatic ? undefined : (refuseIncomplete(note) ?? refuseMany(note, context))
  const outdated = document.note_version < note.content_version && ({ outdated: true } as const)
  return asked ?? accept({ type: 'DocumentIssued', data: { ...document, ...outdated } })
}

type Document = Omit<CommandOf<'issue_document'>, 'type'>

function refuseTaken(
  note: Note,
  { version, note_version }: Document,
  before: Note['documents'][number],
): Verdict | undefined {
  const follows = version > before.version && note_version >= before.note_version
  if (follows && note_version <= note.version) return undefined
  return refuse(
    'document_version_taken',
    `Version ${version} of this document was issued at the same time; read it and issue another if anything is missing.`,
  )
}

function refuseCancelled(
  { cancelled_at, content_version }: Note,
  { note_version }: Document,
): Verdict | undefined {
  if (cancelled_at === undefined || note_version < content_version) return undefined
  return refuse('cancelled', `This note was cancelled at ${cancelled_at}; no document is issued for it.`)
}

/** A file that may show what was erased since is not kept: another one is made of what is left. */
function refuseErased(note: Note, { note_version }: Document): Verdict | undefined {
  if (!mayShowErased(note, note_version)) return undefined
  return refuse(
    'document_version_taken',
    'Personal data were erased while this document was made; read the note and issue it again.',
  )
}

function refuseKind({ fields }: Note, { kind }: Document): Verdict | undefined {
  if (regimesOf(fields)[kind] !== 'no' || kind === 'cmr') return undefined
  return refuse(
    'regime_does_not_apply',
    'A DeCA is only for transport within Spain: issue a document of kind cmr, or correct transport_type and the countries.',
  )
}

/** The strict policy asks for complete data first; the lenient one prints what is not given. */
function refuseIncomplete({ policy, fields }: Note): Verdict | undefined {
  const gap = policy === 'strict' ? regimeDataGap(fields, 'No document is issued') : undefined
  return gap && { ok: false, refusal: gap }
}

function refuseMany(note: Note, context: DecisionContext): Verdict | undefined {
  const asked = note.documents.filter(({ automatic }) => !automatic).length
  return refuseFull(note, context, [asked, noteLimits.documents, 'documents that were asked for'])
}
