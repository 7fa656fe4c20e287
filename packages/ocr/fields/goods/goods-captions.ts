import { differAtMost, plainLetters } from '../values/letters.js'

/** What a column of a table of goods holds. */
export type GoodsMeaning =
  | 'description'
  | 'packages'
  | 'packing'
  | 'weight'
  | 'volume'
  | 'marks'
  | 'hs_code'
  /** a code or the description: its content says which */
  | 'article'
  /** something that goods items have no member for */
  | 'other'

// In plain letters: Spanish, English, French, German, Italian, Portuguese.
const captions: Readonly<Record<GoodsMeaning, string>> = {
  description: `descripcion|concepto|denominacion|mercancia|descripcion de la mercancia|naturaleza de la mercancia|contenido|description|
    description of goods|goods|nature of the goods|designation|marchandise|libelle|nature de la marchandise|bezeichnung|beschreibung|
    warenbezeichnung|ware|bezeichnung des gutes|descrizione|descrizione dei beni|merce|natura della merce|descricao|designacao|mercadoria`,
  packages: `bultos|numero de bultos|n o de bultos|no de bultos|n bultos|cant bultos|total bultos|cantidad|cant|unidades|packages|
    number of packages|no of packages|no of pkgs|pieces|qty|quantity|colis|nombre de colis|nb de colis|nbre de colis|quantite|qte|anzahl|
    packstucke|anzahl packstucke|kolli|anzahl kolli|menge|colli|numero di colli|n colli|nr colli|q ta|q ta colli|quantita|volumes|
    numero de volumes|n o de volumes|qtd volumes|quantidade|qtd`,
  packing: `embalaje|tipo de embalaje|clase de embalaje|envase|tipo de bulto|packaging|method of packing|packing|package type|kind of packages|
    emballage|mode d emballage|conditionnement|type d emballage|nature des colis|verpackung|verpackungsart|art der verpackung|packmittel|
    ladungstrager|imballaggio|tipo di imballaggio|aspetto dei beni|confezione|embalagem|tipo de embalagem|acondicionamento`,
  weight: `peso|peso bruto|peso bruto kg|peso kg|p bruto|kilos|kg|kgs|peso total|gross weight|weight|gross weight kg|gross wt|total weight|
    weight kg|poids|poids brut|poids brut kg|poids total|pds brut|gewicht|bruttogewicht|bruttogewicht kg|brutto kg|gesamtgewicht|
    peso lordo|peso lordo kg|p lordo|peso totale`,
  volume: `volumen|volumen m|volumen m3|cubicaje|metros cubicos|volume|volume m|volume m3|cubic metres|m3|cubage|metres cubes|rauminhalt|
    kubikmeter|cubatura|metri cubi|cubagem`,
  marks: `marcas|marcas y numeros|identificacion|lote|marks|marks and numbers|shipping marks|marques|marques et numeros|reperes|
    kennzeichen und nummern|markierung|zeichen|marche|marche e numeri|contrassegni|marcas e numeros|identificacao`,
  hs_code: `codigo arancelario|partida arancelaria|codigo taric|codigo hs|hs code|commodity code|tariff code|customs tariff no|code douanier|
    code sh|nomenclature douaniere|warennummer|zolltarifnummer|statistische nummer|codice doganale|codice hs|voce doganale|codigo pautal|
    codigo sh`,
  article: `articulo|producto|codigo|cod art|ref|referencia|item|product|code|sku|article|produit|reference|ref art|artikel|produkt|art nr|
    artikelnummer|pos|articolo|prodotto|codice|rif|artigo|produto`,
  other: `precio|importe|iva|dto|price|unit price|amount|vat|prix|prix unitaire|montant|tva|preis|einzelpreis|betrag|mwst|prezzo|importo|
    preco|valor|peso neto|net weight|poids net|nettogewicht|peso netto|peso liquido`,
}

const known: ReadonlyMap<string, GoodsMeaning> = new Map(
  (Object.keys(captions) as readonly GoodsMeaning[]).flatMap((meaning) =>
    captions[meaning].split(/\s*\|\s*/).map((caption) => [caption.replace(/\s+/g, ' '), meaning] as const),
  ),
)

/** The most words that a caption has. */
export const MOST_WORDS = 4

/** What a text means as the head of a column; undefined: it is no such head. Long captions may have a letter or two wrong. */
export function goodsMeaning(text: string): GoodsMeaning | undefined {
  const plain = plainLetters(text)
  const exact = known.get(plain)
  if (exact !== undefined || plain.length < 6) return exact
  const most = plain.length < 12 ? 1 : 2
  return Array.from(known).find(([caption]) => caption.length >= 6 && differAtMost(plain, caption, most))?.[1]
}

const TOTAL =
  /^(?:sub)?(?:total|totales|totais|totals|totaux|totale|total generale?|suma|sum|summe|somme|gesamt|gesamtsumme|grand total|total general|totale generale|total geral|suma total|insgesamt)$/

/** Whether a text stands before the sums of a table. */
export const saysTotal = (text: string): boolean => TOTAL.test(plainLetters(text))
