import type { Chance } from './chance.js'
import type { Country } from './country.js'

export type Trade = 'goods' | 'haulage'

interface Names {
  /** made up of a proper name and what they do */
  readonly proper: readonly string[]
  readonly goods: readonly string[]
  readonly haulage: readonly string[]
  readonly forms: readonly string[]
  /** `n` stands for the proper name, `w` for what they do */
  readonly orders: readonly string[]
}

const names: Readonly<Record<Country, Names>> = {
  ES: {
    proper: [
      'Almenara',
      'Valdesol',
      'Hermanos Quirante',
      'Montalbor',
      'Riberaltia',
      'Guadalmazán',
      'Sierranueva',
      'Del Turia',
      'Peñarroyal',
      'Iturbegi',
    ],
    goods: [
      'Cítricos',
      'Aceites',
      'Cerámicas',
      'Suministros Industriales',
      'Conservas',
      'Plásticos',
      'Bodegas',
      'Componentes',
      'Maderas',
    ],
    haulage: ['Transportes', 'Logística', 'Transfrío', 'Transportes Internacionales', 'Cargas y Portes'],
    forms: ['S.L.', 'S.A.', 'S.L.U.', 'SL', 'S. Coop.', ', S.L.', ', S.A.'],
    orders: ['w n', 'n w'],
  },
  FR: {
    proper: [
      'Beauvallon',
      'Garrigou',
      'Les Trois Rivières',
      'Marchandier',
      'Valcroix',
      'Montserein',
      'Delaroche-Vial',
      'Occitane du Lez',
    ],
    goods: ['Fruits et Primeurs', 'Distribution', 'Matériaux', 'Vins', 'Emballages', 'Mécanique', 'Chimie'],
    haulage: ['Transports', 'Logistique', 'Messagerie', 'Frigorifique'],
    forms: ['SARL', 'S.A.S.', 'SA', 'S.A.R.L.', 'SAS', 'EURL'],
    orders: ['w n', 'n w'],
  },
  DE: {
    proper: [
      'Rheintaler',
      'Bergmosacher',
      'Nordwald',
      'Hallstetter',
      'Kupfermühl',
      'Weißenbrunn',
      'Oberlausnitzer',
      'Müller & Vosskamp',
    ],
    goods: [
      'Maschinenbau',
      'Großhandel',
      'Chemie',
      'Metallwerke',
      'Frischdienst',
      'Baustoffe',
      'Verpackungen',
      'Getränke',
    ],
    haulage: ['Spedition', 'Logistik', 'Transporte', 'Kraftverkehr'],
    forms: ['GmbH', 'GmbH & Co. KG', 'AG', 'KG', 'e.K.', 'OHG'],
    orders: ['n w', 'n w', 'w n'],
  },
  IT: {
    proper: ['Valpantera', 'Fratelli Morandini', 'Colleverde', 'Santa Rufina', 'Brentella'],
    goods: ['Ceramiche', 'Alimentari', 'Meccanica', 'Arredamenti', 'Vini'],
    haulage: ['Autotrasporti', 'Trasporti', 'Logistica'],
    forms: ['S.r.l.', 'S.p.A.', 'SRL', 'S.n.c.', 'S.p.A'],
    orders: ['w n', 'n w'],
  },
  PT: {
    proper: ['Serra do Vale', 'Irmãos Falcão Reis', 'Lusoforte', 'Ribeira Alta', 'Montepinho'],
    goods: ['Cortiças', 'Calçado', 'Têxteis', 'Papéis', 'Conservas'],
    haulage: ['Transportes', 'Transitários', 'Logística'],
    forms: ['Lda.', 'S.A.', 'Unipessoal Lda', ', Lda.'],
    orders: ['w n', 'n w'],
  },
  NL: {
    proper: ['Van der Meulenbroek', 'De Polderhof', 'Westdijk', 'Kamphuisen', 'Noorderzand'],
    goods: ['Bloemen', 'Foods', 'Trading', 'Staal', 'Zaden'],
    haulage: ['Transport', 'Logistics', 'Koeltransport'],
    forms: ['B.V.', 'BV', 'N.V.'],
    orders: ['n w'],
  },
  GB: {
    proper: ['Harrowdene', 'Thornbeck & Sons', 'Wexcombe', 'Aldermoor', 'Castlebridge'],
    goods: ['Fresh Produce', 'Engineering', 'Wholesale', 'Building Supplies', 'Foods', 'Packaging'],
    haulage: ['Haulage', 'Logistics', 'Freight Services', 'Transport'],
    forms: ['Ltd', 'Limited', 'Ltd.', 'plc', 'LLP'],
    orders: ['n w'],
  },
  BE: {
    proper: ['Ardenval', 'Scheldezicht', 'Van Hoorebeke', 'Meuse et Sambre'],
    goods: ['Chocolaterie', 'Verpakking', 'Metal', 'Agro'],
    haulage: ['Transport', 'Trans', 'Logistics'],
    forms: ['NV', 'SRL', 'BV', 'SA'],
    orders: ['n w', 'w n'],
  },
  AT: {
    proper: ['Alpenried', 'Steinbacher & Söhne', 'Donautaler', 'Hochkogel'],
    goods: ['Holzwerke', 'Stahlhandel', 'Feinkost', 'Anlagenbau'],
    haulage: ['Transporte', 'Spedition', 'Internationale Transporte'],
    forms: ['GmbH', 'Ges.m.b.H.', 'KG', 'AG'],
    orders: ['n w'],
  },
}

/** A company's name with its legal form, and the name alone. All invented. */
export function company(chance: Chance, country: Country, trade: Trade): { name: string; domain: string } {
  const { proper, forms, orders, ...trades } = names[country]
  const own = chance.oneOf(proper)
  const alone = chance
    .oneOf(orders)
    .replace('n', '\u0000')
    .replace('w', chance.oneOf(trades[trade]))
    .replace('\u0000', own)
  const form = chance.oneOf(forms)
  return { name: `${alone}${form.startsWith(',') ? '' : ' '}${form}`, domain: `${asciiOf(own)}.example` }
}

function asciiOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ü', 'ue')
    .normalize('NFD')
    .replaceAll(/[^a-z0-9 ]/g, '')
    .replaceAll(/ +/g, '-')
}
