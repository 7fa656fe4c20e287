import type { Language } from '@ecmr/contract'
import { compliance, type FieldName, isEditable, type Note, type Role } from '@ecmr/domain'
import { fullFieldLabel, roleLabels } from '../shared/labels.js'
import { readTexts } from './texts.js'

/** What a regime asks of a note, for people. */
export interface RegimeView {
  readonly name: string
  readonly missing: readonly {
    readonly label: string
    readonly article: string
    readonly responsible: string
    /** where it is filled in; absent: it cannot change any more */
    readonly href: string | undefined
  }[]
}

/** How far a note fulfils article 6 of the CMR and, within or to Spain, the DeCA. */
export function complianceView(note: Note, language: Language, isOpen: boolean): readonly RegimeView[] {
  const { cmr, deca } = compliance(note.fields)
  const hrefOf = (field: FieldName): string | undefined =>
    isOpen && isEditable(note.progress, field) ? `/ecmrs/${note.id}/editar#f-${field}` : undefined
  return [
    { name: readTexts[language].cmr, missing: cmr.missing },
    { name: readTexts[language].deca, missing: deca.missing },
  ].map(({ name, missing }) => ({
    name,
    missing: missing.map(({ field, article, responsible }: Missing) => ({
      label: fullFieldLabel(field, language),
      article,
      responsible: roleLabels[language][responsible],
      href: hrefOf(field),
    })),
  }))
}

interface Missing {
  readonly field: FieldName
  readonly article: string
  readonly responsible: Role
}
