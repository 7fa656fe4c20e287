import { bare, labelOf, type Meaning } from '../captioned/known-labels.js'
import { plainLetters } from '../values/letters.js'

/** What a column of a table of goods holds; several columns may hold codes or something else. */
export type ColumnMeaning =
  | 'description'
  | 'packages'
  | 'packing'
  | 'weight'
  | 'volume'
  | 'marks'
  | 'hs_code'
  | 'un_number'
  /** a code or the description: its content says which */
  | 'article'
  /** a table with such a column is an invoice's or an order's */
  | 'price'
  /** something that goods items have no member for */
  | 'other'

const ofLabels: Readonly<Partial<Record<Meaning, ColumnMeaning>>> = {
  goods: 'description',
  packages: 'packages',
  packing: 'packing',
  weight: 'weight',
  volume: 'volume',
  marks: 'marks',
  hs_code: 'hs_code',
  un_number: 'un_number',
  article: 'article',
  number: 'other',
  reference: 'other',
  other: 'other',
}

// What heads a column though it is no label elsewhere, or another one; without accents.
const ofColumns: readonly (readonly [ColumnMeaning, string])[] = [
  [
    'packages',
    `n bultos|cant bultos|cantidad|cant|unidades|no of pkgs|pieces|qty|quantity|nbre de colis|quantite|qte|kolli|menge|nr colli|q ta|
    q ta colli|quantita|qtd volumes|quantidade|qtd`,
  ],
  ['packing', 'tipo de bulto|kind of packages|nature des colis|ladungstrager'],
  ['weight', 'p bruto|kilos|kg|kgs|gross wt|pds brut|p lordo'],
  ['volume', 'volumen m|metros cubicos|volume m|m3|metres cubes|kubikmeter|metri cubi'],
  ['marks', 'identificacion|shipping marks|reperes|zeichen|identificacao'],
  ['hs_code', 'customs tariff no|statistische nummer|codigo sh'],
  ['article', 'producto|cod art|ref|referencia|item|product|produit|reference|produkt|prodotto|rif|produto'],
  [
    'price',
    `precio|importe|iva|dto|price|unit price|amount|vat|prix|prix unitaire|montant|tva|preis|einzelpreis|betrag|mwst|prezzo|importo|
    preco|valor`,
  ],
]

const known: ReadonlyMap<string, ColumnMeaning> = new Map(
  ofColumns.flatMap(([means, captions]) => captions.split('|').map((caption) => [bare(caption), means])),
)

/** The most words that a caption has. */
export const MOST_WORDS = 4

/** What a text means as the head of a column, with at most a few letters of long ones wrong; undefined: that is not known. */
export function columnMeaning(text: string): ColumnMeaning | undefined {
  const letters = bare(text)
  const own = known.get(letters)
  const label = own === undefined ? labelOf(letters) : undefined
  return own ?? (label && ofLabels[label.means])
}

const TOTAL =
  /^(?:sub ?|gran |grand |zwischen)?(?:tot|total[a-z]*|totaux|totais|suma|sumas|sum|summe|somme|soma|gesamt|gesamtsumme|insgesamt|ensemble)\b/
// What goes on to the next page, or comes from the one before.
const CARRIED =
  /^(?:suma (?:y sigue|anterior)|carried|brought|report|a reporter|ubertrag|riporto|a riportare|a transportar|transporte)\b/

/** Whether a text stands before the sums of a table. */
export const saysTotal = (text: string): boolean => TOTAL.test(plainLetters(text))

/** Whether a text stands before sums that go on to the next page or come from the last one. */
export const saysCarried = (text: string): boolean => CARRIED.test(plainLetters(text))
