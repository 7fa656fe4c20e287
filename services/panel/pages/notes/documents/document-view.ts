import type { DocumentEntry, Language } from '@ecmr/contract'
import { isOutdated, type Note } from '@ecmr/domain'
import { bytesText, type Formats } from '../../../texts/formats.js'
import { documentLanguageLabels } from '../shared/labels.js'
import { documentTexts } from './texts.js'

/** An issued version as pages show it. */
export interface DocumentView extends DocumentEntry {
  readonly name: string
  readonly statusSaid: string
  readonly languageSaid: string
  readonly size: string
  /** the note has changed since; the next version is on its way */
  readonly isOutdated: boolean
  /** the other notes that it is for */
  readonly others: readonly string[]
  /** of its pages, without what follows */
  readonly href: string
}

export function documentView(
  entry: DocumentEntry,
  note: Note,
  { language, f }: { readonly language: Language; readonly f: Formats },
): DocumentView {
  const said = documentTexts[language]
  const document = note.documents[entry.n - 1]
  return {
    ...entry,
    name: said.named(said.kinds[entry.kind], f.number(entry.version)),
    statusSaid: said.status[entry.status],
    languageSaid: documentLanguageLabels[language][entry.language],
    size: bytesText(entry.bytes, language),
    isOutdated: entry.status === 'current' && document !== undefined && isOutdated(note, document),
    others: entry.ecmr_ids.filter((id) => id !== note.id),
    href: `/ecmrs/${note.id}/documentos/${entry.n}`,
  }
}
