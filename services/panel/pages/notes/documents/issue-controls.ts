import { languageOf } from '@ecmr/application'
import type { Language } from '@ecmr/contract'
import {
  currentDocument,
  type DocumentLanguage,
  documentKinds,
  documentLanguages,
  lacksDocument,
  type Note,
  type Refusal,
  regimesOf,
  usualKind,
} from '@ecmr/domain'
import type { Control } from '../fields/controls.js'
import { documentLanguageLabels } from '../shared/labels.js'
import { refusalOf } from '../shared/refusals.js'
import { documentTexts } from './texts.js'

/** Why no document can be issued now, whatever a form says. */
export function whyNotIssued(note: Note): Refusal | undefined {
  const file = { sha256: '', bytes: 0, template: '', created_at: '', modified_at: '' }
  const version = { document_id: '', version: 1, note_version: note.version, language: 'es' } as const
  return refusalOf(note, { type: 'issue_document', kind: usualKind(note), ...version, ...file })
}

/** What can be chosen: a kind only where there are two, a reason and another address only once there is a document. */
export function issueControls(
  note: Note,
  language: Language,
): { readonly controls: readonly Control[]; readonly advanced: readonly Control[] } {
  const t = documentTexts[language]
  const current = currentDocument(note)
  const usual = lacksDocument(note) ? 'deca' : (current?.kind ?? usualKind(note))
  const kinds = startingWith(usual, documentKinds)
  const kind: Control = {
    name: 'kind',
    label: t.form.kind,
    hint: t.form.kindHint,
    options: kinds.map((each) => [each, t.kinds[each]] as const),
  }
  const captions: Control = {
    name: 'language',
    label: t.language,
    hint: t.form.languageHint,
    options: languageOptions(current?.language ?? languageOf(note), language),
  }
  const first = regimesOf(note.fields).deca === 'no' ? [captions] : [kind, captions]
  if (!current) return { controls: first, advanced: [] }
  const reason: Control = { name: 'reason', label: t.form.reason, hint: t.form.reasonHint, rows: 2 }
  const newUrl: Control = { name: 'new_url', label: t.form.newUrl, hint: t.form.newUrlHint, type: 'checkbox' }
  return { controls: [...first, reason], advanced: [newUrl] }
}

/** The languages to choose from, one of them first. */
export function languageOptions(
  first: DocumentLanguage,
  language: Language,
): readonly (readonly [DocumentLanguage, string])[] {
  return startingWith(first, documentLanguages).map((each) => [each, documentLanguageLabels[language][each]])
}

function startingWith<T>(one: T, list: readonly T[]): readonly T[] {
  return [one, ...list.filter((each) => each !== one)]
}
