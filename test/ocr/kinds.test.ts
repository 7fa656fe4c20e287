import type { FoundField, ReadForm } from '@ecmr/ocr'
import { documentReading, withKindTold } from '@ecmr/ocr/testing'
import t from 'tap'
import { pageOf } from './found-page.js'
import { type Written, writtenPage } from './written-page.js'

const image = { mediaType: 'image/png', bytes: Buffer.from('an image'), width: 800, height: 600 } as const
const engine = { provider: 'tesseract', model: 'spa', version: '7.0.0', ms: 12 }

const city: FoundField = {
  name: 'receiver_city',
  value: 'Lyon',
  confidence: 0.99,
  cmrBox: null,
  sourceText: 'Lyon',
  box: null,
}

/** A form of which one sure field was read, on a page with these lines. */
function toldOf(lines: readonly (string | Written)[], form: Partial<ReadForm> = {}): ReadForm {
  const written = lines.map(
    (line, row): Written => (typeof line === 'string' ? [100, 100 + 60 * row, line] : line),
  )
  const read = { documentType: 'unknown', language: null, fields: [city], warnings: [], ...form } as const
  return withKindTold(writtenPage(written), read)
}

const codes = ({ warnings }: { readonly warnings: readonly { readonly code: string }[] }) =>
  warnings.map(({ code }) => code)

const papers = {
  cmr: [
    [
      'Carta de porte internacional (CMR)',
      'Remitente',
      'Consignatario',
      'Transportista',
      'Lugar de entrega',
      'Peso bruto',
    ],
    ['International consignment note', 'Sender', 'Consignee', 'Carrier', 'Place of delivery', 'Gross weight'],
    ['Lettre de voiture', 'Expéditeur', 'Destinataire', 'Transporteur', 'Lieu de livraison', 'Poids brut'],
    ['Frachtbrief', 'Absender', 'Empfänger', 'Frachtführer', 'Lieferort', 'Bruttogewicht'],
    ['Lettera di vettura', 'Mittente', 'Destinatario', 'Vettore', 'Luogo di consegna', 'Peso lordo'],
    ['Guia de transporte', 'Remetente', 'Destinatário', 'Transportador', 'Local de entrega', 'Peso bruto'],
    ['Transportauftrag', 'Absender', 'Empfänger', 'Frachtführer', 'Lieferort', 'Ladeort', 'Bruttogewicht'],
    ['Transport order', 'Consignee: Dupont', 'Carrier: Delaroche', 'Gross weight', 'Trailer'],
    // An invoice among its documents makes a note no invoice.
    [
      'Ordem de transporte',
      'Consignatário',
      'Expedidor',
      'Transportador',
      'Peso bruto',
      'Fatura n.º 851269, Packing list',
    ],
  ],
  delivery_note: [
    ['Albarán 702166', 'Destinatario: Dupont', 'Bultos: 12'],
    ['Delivery note', 'Ship to: Dupont', '12 pallets of oil'],
    ['Bon de livraison n° 88', 'Destinataire: Dupont', '12 palettes'],
    ['Lieferschein', 'Empfänger: Dupont', '12 Paletten'],
    ['Documento di trasporto', 'Destinatario: Dupont', '12 colli'],
    ['Guia de remessa', 'Destinatário: Dupont', '12 volumes'],
  ],
  invoice: [
    [
      'Factura 2026/18',
      'Cliente: Dupont',
      'Base imponible 100,00 €',
      'IVA 21 % 21,00 €',
      'Total factura 121,00 €',
    ],
    ['Invoice no. 18', 'Bill to Dupont', 'VAT rate 20 %', 'Amount due £120.00', 'Payment terms 30 days'],
    ['Facture n° 18', 'Montant TVA 20,00 €', 'Total TTC 120,00 €', 'Échéance 30 jours'],
    ['Rechnung Nr. 18', 'MwSt. 19 % 19,00 EUR', 'Gesamtbetrag 119,00 EUR', 'Zahlbar in 30 Tagen'],
    ['Fattura n. 18', 'Imponibile 100,00 €', 'Aliquota IVA 22 %', 'Totale fattura 122,00 €'],
    ['Fatura n.º 18', 'Taxa IVA 23 %', 'Total a pagar 123,00 €', 'Vencimento'],
  ],
  order: [
    ['Pedido 4500012', 'Proveedor: Aceites', 'Precio 12,00'],
    ['Purchase order 4500012', 'Supplier: Oils Ltd', 'Unit price 12.00'],
    ['Bon de commande', 'Fournisseur', 'Prix unitaire'],
    ['Bestellung 4500012', 'Lieferant', 'Einzelpreis'],
    ['Ordine di acquisto 45', 'Fornitore', 'Prezzo unitario'],
    ['Nota de encomenda', 'Fornecedor', 'Preço unitário'],
  ],
  letter: [
    ['Muy señores míos:', 'les escribo por su camión.', 'Atentamente,'],
    ['Dear Sir or Madam,', 'I write about your lorry.', 'Yours faithfully,'],
    ['Madame, Monsieur,', 'je vous écris.', 'Veuillez agréer mes salutations'],
    ['Sehr geehrte Damen und Herren,', 'ich schreibe Ihnen.', 'Mit freundlichen Grüßen'],
    ['Gentile cliente,', 'le scrivo per il camion.', 'Distinti saluti'],
    ['Exmos. Senhores,', 'escrevo sobre o camião.', 'Com os melhores cumprimentos'],
  ],
  other: [
    ['Menú del día', 'Primeros', 'Ensalada mixta 6,50', 'Sopa 5,00', 'Postres', 'Flan 3,50', 'Bebidas'],
    ['Menu', 'Starters', 'Tomato soup 5.00', 'Salad 6.50', 'Desserts', 'Ice cream 4.00'],
    ['Plats', 'Salade niçoise 9,50', 'Potage 6,00', 'Desserts', 'Tarte 5,00', 'Boissons'],
    ['Speisekarte', 'Vorspeisen', 'Suppe 5,00', 'Salat 6,50', 'Nachspeisen', 'Eis 4,00'],
    ['Antipasti', 'Bruschetta 5,00', 'Primi', 'Zuppa 8,00', 'Dolci', 'Tiramisu 5,00', 'Bevande'],
    ['Ementa', 'Sopa 3,00', 'Pratos', 'Bacalhau 12,50', 'Sobremesas', 'Pudim 3,50'],
  ],
} as const

t.test('each kind of paper is named in six languages', async (t) => {
  for (const [kind, pages] of Object.entries(papers))
    for (const page of pages) t.equal(toldOf(page).documentType, kind, page[0])
})

t.test('everything that was read of another paper is to be reviewed, however sure it is', async (t) => {
  const page = { ...pageOf(image), rawText: 'text' }
  for (const kind of ['invoice', 'order', 'letter', 'other'] as const) {
    const reading = documentReading([{ ...page, form: toldOf(papers[kind][0]) }], engine)
    t.match(reading, { document_type: kind, fields: [{ value: 'Lyon', needs_review: true }] }, kind)
    t.ok(codes(reading).includes('not_a_consignment_note'), kind)
  }
  const note = documentReading([{ ...page, form: toldOf(papers.cmr[0]) }], engine)
  t.match(note, { document_type: 'cmr', fields: [{ needs_review: false }], warnings: [] })
})

t.test('a blank page and a few stray words are of no kind', async (t) => {
  t.equal(toldOf([]).documentType, 'unknown')
  t.equal(toldOf(['Destinatario', 'Lyon']).documentType, 'unknown')
})

t.test(
  'an invoice that names receiver and weights is still an invoice, a note that names its invoice a note',
  async (t) => {
    t.equal(toldOf([...papers.invoice[0], 'Destinatario', 'Peso bruto 20 kg']).documentType, 'invoice')
    t.equal(toldOf([...papers.cmr[0], 'Factura 2026/18', 'Forma de pago']).documentType, 'cmr')
  },
)

t.test('captions in a text of another kind do not make it a note', async (t) => {
  const text = Array.from({ length: 8 }, () => 'an article about the weather of the last week')
  t.equal(toldOf(text).documentType, 'other')
})

t.test('two papers in one picture and two receivers on one are said', async (t) => {
  const [title, sender, receiver, ...others] = papers.cmr[0]
  const left = [title, sender, receiver, ...others]
  const right = left.map((text, row): Written => [900, 100 + 60 * row, text])
  t.same(codes(toldOf([...left, ...right])), ['several_documents'])
  t.same(codes(toldOf([...left, [100, 1500, receiver]])), ['several_receivers'])
  t.same(codes(toldOf([...left, [100, 1500, 'Destinataire']])), [], 'one box with two captions')
})
