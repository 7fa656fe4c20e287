import { documentEntries } from '@ecmr/application'
import type { Language } from '@ecmr/contract'
import { lacksDocument, type Note } from '@ecmr/domain'
import type { PanelContext } from '../../../context.js'
import { emptyForm } from '../../../forms/form.js'
import type { Formats } from '../../../texts/formats.js'
import { refusalFaults } from '../shared/refusals.js'
import { documentView } from './document-view.js'
import { issueControls, whyNotIssued } from './issue-controls.js'
import { documentTexts } from './texts.js'

/** What a note's page says of its documents, and the form for the first one; nothing of a cancelled note that has none. */
export async function documentSection(
  context: PanelContext,
  note: Note,
  manner: { readonly language: Language; readonly f: Formats },
) {
  if (note.cancelled_at !== undefined && note.documents.length === 0) return undefined
  const { language } = manner
  const t = documentTexts[language]
  const entries = await documentEntries(context, note)
  const refusal = whyNotIssued(note)
  return {
    t,
    form: emptyForm(),
    live: entries
      .filter(({ status }) => status !== 'superseded')
      .map((entry) => documentView(entry, note, manner)),
    isTest: !context.siteUrl.startsWith('https:'),
    advice: lacksDocument(note) ? t.none.deca : t.none.other,
    refused: refusal && refusalFaults(refusal, {}, language)[''],
    controls: issueControls(note, language).controls,
  }
}
