import type { FieldName } from '@ecmr/domain'
import type { FoundField } from '../fields/read-form.js'
import type { DocumentType, ReadingWarning } from '../port.js'
import type { FoundDocument, FoundPage, OnPage } from './found-page.js'
import { mergedGoodsFields, mergedLines } from './merge-goods.js'
import { type Apart, areAlike, leadingPage, whyApart } from './same-document.js'

/**
 * What several pages say together. They become one document as far as they are of one: parties and the like from the page that states
 * them, goods over all pages, totals once. Pages of another document are left out and named in a warning, never mixed in.
 */
export function mergedPages(pages: readonly FoundPage[]): FoundDocument {
  const leading = leadingPage(pages)
  if (leading === undefined) return nothing
  const own = [leading]
  const apart: OnPage<Apart>[] = []
  for (const page of pages) {
    if (page === leading) continue
    const why = whyApart(page, own)
    if (why === undefined) own.push(page)
    else apart.push({ ...why, page: page.page })
  }
  own.sort((a, b) => a.page - b.page)
  const lines = mergedLines(own)
  const all = own.flatMap(({ page, form }) => form.fields.map((field) => ({ ...field, page })))
  const fields = mergedGoodsFields(all, lines)
  return {
    documentType: leading.form.documentType,
    language: leading.form.language,
    fields,
    goods: lines,
    pages: own.map(({ page }) => page),
    warnings: [...own.flatMap(({ form }) => form.warnings), ...disagreements(fields), ...leftOut(apart)],
  }
}

const nothing: FoundDocument = {
  documentType: 'unknown',
  language: null,
  fields: [],
  goods: [],
  pages: [],
  warnings: [],
}

const SURE = 0.6

/** One for each field that two pages state differently: the surer value is taken, and to be reviewed. */
function disagreements(fields: readonly OnPage<FoundField>[]): readonly ReadingWarning[] {
  const sure = fields.filter(({ value, confidence }) => value !== null && confidence > SURE)
  const names = [...new Set(sure.map(({ name }) => name))]
  return names.flatMap((name) => {
    const stated = sure.filter((field) => field.name === name)
    const [first, ...others] = stated
    const other = others.find(
      ({ value, page }) => page !== first?.page && first && !areAlike(String(first.value), String(value)),
    )
    return first && other ? [disagreement(name, first.page, other.page)] : []
  })
}

const disagreement = (field: FieldName, one: number, other: number): ReadingWarning => ({
  code: 'pages_disagree',
  message: `Pages ${one} and ${other} say different things for ${field}.`,
  field,
})

const papers: Readonly<Record<DocumentType, string>> = {
  cmr: 'a consignment note',
  deca: 'a control document',
  delivery_note: 'a delivery note',
  letter: 'a letter',
  invoice: 'an invoice',
  order: 'an order',
  other: 'some other paper',
  unknown: 'some other paper',
}

/** What is said of the pages that are no part of the document. */
function leftOut(apart: readonly OnPage<Apart>[]): readonly ReadingWarning[] {
  const another = apart.filter(({ why }) => why === 'another_document').map(({ page }) => page)
  const others = apart.flatMap((each) =>
    each.why === 'another_paper' ? [`page ${each.page} seems to be ${papers[each.type]}`] : [],
  )
  const blank = apart.filter(({ why }) => why === 'nothing').map(({ page }) => page)
  const nothings = blank.length === 0 ? [] : [`nothing of a note was found on ${pagesNamed(blank)}`]
  return [
    ...(another.length === 0 ? [] : [warning('different_documents', differentDocuments(another))]),
    ...(others.length + nothings.length === 0
      ? []
      : [warning('pages_left_out', `Left out: ${[...others, ...nothings].join('; ')}.`)]),
  ]
}

function differentDocuments(pages: readonly number[]): string {
  const [these, are] = pages.length === 1 ? ['Page', 'is'] : ['Pages', 'are']
  return `${these} ${pages.join(', ')} ${are} of another document and left out; send each document by itself.`
}

const pagesNamed = (pages: readonly number[]): string =>
  `${pages.length === 1 ? 'page' : 'pages'} ${pages.join(', ')}`

const warning = (code: string, message: string): ReadingWarning => ({ code, message, field: null })
