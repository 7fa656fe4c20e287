import type { PaperLanguage } from '../corpus-page.js'

export interface Danger {
  readonly un: string
  readonly adrClass: string
  readonly packingGroup: 'I' | 'II' | 'III'
}

/** A kind of goods that goes by road. */
export interface Ware {
  readonly names: Readonly<Record<PaperLanguage, string>>
  readonly packing: Packing
  readonly hsCode: string
  /** of one package, gross, in kilograms */
  readonly weight: readonly [number, number]
  /** of one package, in cubic metres */
  readonly volume: number
  readonly packages: readonly [number, number]
  readonly temperature?: string
  readonly danger?: Danger
}

export const packings = {
  pallets: { es: 'Palets', en: 'Pallets', fr: 'Palettes', de: 'Paletten' },
  euroPallets: { es: 'Europalets', en: 'Euro pallets', fr: 'Palettes Europe', de: 'Europaletten' },
  boxes: { es: 'Cajas', en: 'Boxes', fr: 'Caisses', de: 'Kisten' },
  cartons: { es: 'Cajas de cartón', en: 'Cartons', fr: 'Cartons', de: 'Kartons' },
  drums: { es: 'Bidones', en: 'Drums', fr: 'Fûts', de: 'Fässer' },
  containers: { es: 'Contenedores IBC', en: 'IBC', fr: 'GRV', de: 'IBC-Container' },
  bigBags: { es: 'Big bags', en: 'Big bags', fr: 'Big bags', de: 'Big Bags' },
  coils: { es: 'Bobinas', en: 'Coils', fr: 'Bobines', de: 'Coils' },
  crates: { es: 'Jaulas', en: 'Crates', fr: 'Cageots', de: 'Verschläge' },
  bundles: { es: 'Fardos', en: 'Bundles', fr: 'Fardeaux', de: 'Bündel' },
} as const satisfies Readonly<Record<string, Readonly<Record<PaperLanguage, string>>>>
export type Packing = keyof typeof packings

export const wares: readonly Ware[] = [
  {
    names: {
      es: 'Naranjas frescas, categoría I, calibre 3',
      en: 'Fresh oranges, class I, size 3',
      fr: 'Oranges fraîches, catégorie I, calibre 3',
      de: 'Frische Orangen, Klasse I, Kaliber 3',
    },
    packing: 'pallets',
    hsCode: '08051022',
    weight: [780, 960],
    volume: 1.73,
    packages: [8, 26],
    temperature: '+4',
  },
  {
    names: {
      es: 'Lechugas iceberg en cajas de 10 unidades',
      en: 'Iceberg lettuce, boxes of 10',
      fr: 'Laitues iceberg, colis de 10 pièces',
      de: 'Eisbergsalat, 10 Stück je Kiste',
    },
    packing: 'euroPallets',
    hsCode: '07051100',
    weight: [390, 480],
    volume: 1.68,
    packages: [10, 33],
    temperature: '+2',
  },
  {
    names: {
      es: 'Filetes de merluza congelados',
      en: 'Frozen hake fillets',
      fr: 'Filets de merlu congelés',
      de: 'Seehechtfilets, tiefgefroren',
    },
    packing: 'cartons',
    hsCode: '03047419',
    weight: [10.5, 12.5],
    volume: 0.02,
    packages: [300, 1500],
    temperature: '-18',
  },
  {
    names: {
      es: 'Aceite de oliva virgen extra, botellas de 1 l',
      en: 'Extra virgin olive oil, 1 l bottles',
      fr: 'Huile d’olive vierge extra, bouteilles de 1 l',
      de: 'Natives Olivenöl extra, 1-l-Flaschen',
    },
    packing: 'pallets',
    hsCode: '15092000',
    weight: [690, 860],
    volume: 1.44,
    packages: [4, 24],
  },
  {
    names: {
      es: 'Vino tinto en botellas de 75 cl',
      en: 'Red wine in 75 cl bottles',
      fr: 'Vin rouge en bouteilles de 75 cl',
      de: 'Rotwein in 0,75-l-Flaschen',
    },
    packing: 'euroPallets',
    hsCode: '22042180',
    weight: [800, 960],
    volume: 1.5,
    packages: [3, 25],
  },
  {
    names: {
      es: 'Azulejos de gres porcelánico 60 x 60',
      en: 'Porcelain stoneware tiles 60 x 60',
      fr: 'Carreaux en grès cérame 60 x 60',
      de: 'Feinsteinzeugfliesen 60 x 60',
    },
    packing: 'pallets',
    hsCode: '69072100',
    weight: [1150, 1420],
    volume: 0.9,
    packages: [6, 17],
  },
  {
    names: {
      es: 'Piezas de recambio para automóvil',
      en: 'Spare parts for motor vehicles',
      fr: 'Pièces détachées pour automobiles',
      de: 'Ersatzteile für Kraftfahrzeuge',
    },
    packing: 'boxes',
    hsCode: '87089997',
    weight: [35, 120],
    volume: 0.35,
    packages: [6, 60],
  },
  {
    names: {
      es: 'Bobinas de acero laminado en frío',
      en: 'Cold rolled steel coils',
      fr: 'Bobines d’acier laminé à froid',
      de: 'Kaltgewalzter Stahl in Coils',
    },
    packing: 'coils',
    hsCode: '72091690',
    weight: [4100, 7900],
    volume: 1.1,
    packages: [2, 3],
  },
  {
    names: {
      es: 'Granza de polipropileno',
      en: 'Polypropylene granules',
      fr: 'Granulés de polypropylène',
      de: 'Polypropylen-Granulat',
    },
    packing: 'bigBags',
    hsCode: '39021000',
    weight: [1015, 1035],
    volume: 1.9,
    packages: [10, 23],
  },
  {
    names: {
      es: 'Papel offset en resmas',
      en: 'Offset paper in reams',
      fr: 'Papier offset en rames',
      de: 'Offsetpapier in Ries',
    },
    packing: 'pallets',
    hsCode: '48025590',
    weight: [620, 740],
    volume: 1.2,
    packages: [5, 30],
  },
  {
    names: {
      es: 'Muebles de cocina desmontados',
      en: 'Kitchen furniture, flat-packed',
      fr: 'Meubles de cuisine démontés',
      de: 'Küchenmöbel, zerlegt',
    },
    packing: 'cartons',
    hsCode: '94034010',
    weight: [18, 42],
    volume: 0.14,
    packages: [20, 240],
  },
  {
    names: { es: 'Calzado de piel', en: 'Leather footwear', fr: 'Chaussures en cuir', de: 'Lederschuhe' },
    packing: 'cartons',
    hsCode: '64039996',
    weight: [9, 14],
    volume: 0.08,
    packages: [40, 400],
  },
  {
    names: {
      es: 'Tapones de corcho natural',
      en: 'Natural cork stoppers',
      fr: 'Bouchons en liège naturel',
      de: 'Naturkorken',
    },
    packing: 'bundles',
    hsCode: '45031010',
    weight: [30, 48],
    volume: 0.3,
    packages: [20, 120],
  },
  {
    names: {
      es: 'Maquinaria agrícola: sembradora neumática',
      en: 'Agricultural machinery: pneumatic seed drill',
      fr: 'Machine agricole : semoir pneumatique',
      de: 'Landmaschine: pneumatische Sämaschine',
    },
    packing: 'crates',
    hsCode: '84323190',
    weight: [900, 2600],
    volume: 6.4,
    packages: [1, 2],
  },
  {
    names: {
      es: 'Electrodomésticos: lavadoras',
      en: 'Household appliances: washing machines',
      fr: 'Appareils ménagers : lave-linge',
      de: 'Haushaltsgeräte: Waschmaschinen',
    },
    packing: 'cartons',
    hsCode: '84501111',
    weight: [66, 78],
    volume: 0.42,
    packages: [24, 160],
  },
  {
    names: {
      es: 'Detergente líquido',
      en: 'Liquid detergent',
      fr: 'Lessive liquide',
      de: 'Flüssigwaschmittel',
    },
    packing: 'euroPallets',
    hsCode: '34025010',
    weight: [560, 720],
    volume: 1.5,
    packages: [4, 33],
  },
  {
    names: { es: 'Pintura', en: 'Paint', fr: 'Peinture', de: 'Farbe' },
    packing: 'drums',
    hsCode: '32089091',
    weight: [210, 260],
    volume: 0.25,
    packages: [4, 40],
    danger: { un: '1263', adrClass: '3', packingGroup: 'II' },
  },
  {
    names: {
      es: 'Hipoclorito en solución',
      en: 'Hypochlorite solution',
      fr: 'Hypochlorite en solution',
      de: 'Hypochloritlösung',
    },
    packing: 'containers',
    hsCode: '28289000',
    weight: [1150, 1290],
    volume: 1.3,
    packages: [2, 18],
    danger: { un: '1791', adrClass: '8', packingGroup: 'III' },
  },
  {
    names: {
      es: 'Etanol en solución',
      en: 'Ethanol solution',
      fr: 'Éthanol en solution',
      de: 'Ethanol, Lösung',
    },
    packing: 'containers',
    hsCode: '22071000',
    weight: [830, 880],
    volume: 1.25,
    packages: [3, 20],
    danger: { un: '1170', adrClass: '3', packingGroup: 'II' },
  },
  {
    names: { es: 'Ácido sulfúrico', en: 'Sulphuric acid', fr: 'Acide sulfurique', de: 'Schwefelsäure' },
    packing: 'containers',
    hsCode: '28070000',
    weight: [1780, 1890],
    volume: 1.2,
    packages: [2, 12],
    danger: { un: '1830', adrClass: '8', packingGroup: 'II' },
  },
]
