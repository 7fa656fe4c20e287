/** A kind of load, as it stands on real consignment notes. */
export interface Load {
  readonly description: string
  readonly packaging: string
  /** fewest and most packages */
  readonly packages: readonly [number, number]
  /** least and most gross kilograms of one package */
  readonly kilograms: readonly [number, number]
  readonly hsCode: string
  readonly temperature?: string
  /** UN number, ADR class and packing group of dangerous goods */
  readonly dangerous?: readonly [string, string, 'I' | 'II' | 'III']
}

/** A trade: how its firms are called, where they are, and what they send. */
export interface Trade {
  readonly firm: string
  readonly towns: readonly string[]
  readonly loads: readonly Load[]
}

const pallets = (least: number, most: number) =>
  ({ packaging: 'palés europeos', packages: [least, most] }) as const

export const trades: readonly Trade[] = [
  {
    firm: 'Hortofrutícola',
    towns: ['El Ejido', 'Almería', 'Murcia'],
    loads: [
      {
        description: 'Tomate en rama, cajas de 5 kg',
        ...pallets(20, 33),
        kilograms: [560, 720],
        hsCode: '0702 00',
        temperature: '+8 °C a +10 °C',
      },
      {
        description: 'Pimiento california tricolor',
        ...pallets(18, 33),
        kilograms: [480, 600],
        hsCode: '0709 60',
        temperature: '+7 °C a +9 °C',
      },
      {
        description: 'Lechuga iceberg, bolsa individual',
        ...pallets(22, 33),
        kilograms: [380, 470],
        hsCode: '0705 11',
        temperature: '+2 °C a +4 °C',
      },
    ],
  },
  {
    firm: 'Cítricos',
    towns: ['Valencia', 'Castellón de la Plana'],
    loads: [
      {
        description: 'Naranja navelina, calibre 4, mallas de 2 kg',
        ...pallets(20, 33),
        kilograms: [620, 760],
        hsCode: '0805 10',
        temperature: '+4 °C a +6 °C',
      },
      {
        description: 'Mandarina clemenules en caja de 10 kg',
        ...pallets(16, 26),
        kilograms: [600, 700],
        hsCode: '0805 22',
        temperature: '+5 °C',
      },
    ],
  },
  {
    firm: 'Cerámicas',
    towns: ['Onda', 'Vila-real', 'Castellón de la Plana'],
    loads: [
      {
        description: 'Gres porcelánico rectificado 60×60',
        ...pallets(14, 22),
        kilograms: [980, 1_120],
        hsCode: '6907 21',
      },
      {
        description: 'Azulejo blanco mate 30×90',
        ...pallets(12, 20),
        kilograms: [900, 1_060],
        hsCode: '6907 23',
      },
    ],
  },
  {
    firm: 'Bodegas',
    towns: ['Haro', 'Logroño'],
    loads: [
      {
        description: 'Vino tinto crianza, cajas de 6 botellas de 75 cl',
        ...pallets(8, 26),
        kilograms: [760, 860],
        hsCode: '2204 21',
      },
      {
        description: 'Vino blanco joven, cajas de 12 botellas',
        ...pallets(4, 18),
        kilograms: [780, 900],
        hsCode: '2204 21',
      },
    ],
  },
  {
    firm: 'Aceites',
    towns: ['Jaén', 'Córdoba'],
    loads: [
      {
        description: 'Aceite de oliva virgen extra, garrafas PET de 5 l',
        ...pallets(10, 26),
        kilograms: [820, 930],
        hsCode: '1509 20',
      },
    ],
  },
  {
    firm: 'Cárnicas',
    towns: ['Lleida', 'Mérida', 'Zaragoza'],
    loads: [
      {
        description: 'Canales de porcino refrigeradas',
        packaging: 'colgado en gancho',
        packages: [120, 240],
        kilograms: [82, 96],
        hsCode: '0203 11',
        temperature: '0 °C a +4 °C',
      },
      {
        description: 'Jamón curado deshuesado al vacío',
        ...pallets(6, 20),
        kilograms: [520, 680],
        hsCode: '0210 19',
        temperature: '+2 °C a +8 °C',
      },
    ],
  },
  {
    firm: 'Pesqueras',
    towns: ['Vigo', 'A Coruña'],
    loads: [
      {
        description: 'Merluza congelada en bloques',
        ...pallets(12, 28),
        kilograms: [700, 880],
        hsCode: '0303 66',
        temperature: '-18 °C',
      },
      {
        description: 'Conservas de mejillón en escabeche',
        ...pallets(6, 24),
        kilograms: [540, 720],
        hsCode: '1605 53',
      },
    ],
  },
  {
    firm: 'Componentes de Automoción',
    towns: ['Martorell', 'Almussafes', 'Palencia', 'Valladolid', 'Vitoria-Gasteiz'],
    loads: [
      {
        description: 'Parachoques delanteros sin pintar',
        packaging: 'contenedores metálicos',
        packages: [18, 40],
        kilograms: [95, 140],
        hsCode: '8708 10',
      },
      {
        description: 'Discos de freno ventilados',
        packaging: 'cajas de madera',
        packages: [10, 24],
        kilograms: [720, 960],
        hsCode: '8708 30',
      },
      {
        description: 'Mazos de cables',
        packaging: 'contenedores plegables',
        packages: [20, 44],
        kilograms: [110, 190],
        hsCode: '8544 30',
      },
    ],
  },
  {
    firm: 'Siderúrgica',
    towns: ['Bilbao', 'Irun'],
    loads: [
      {
        description: 'Bobinas de acero laminado en frío',
        packaging: 'bobinas flejadas',
        packages: [2, 4],
        kilograms: [5_200, 6_000],
        hsCode: '7209 16',
      },
      {
        description: 'Perfil estructural HEB 200',
        packaging: 'atados',
        packages: [6, 12],
        kilograms: [1_700, 1_950],
        hsCode: '7216 33',
      },
    ],
  },
  {
    firm: 'Química',
    towns: ['Tarragona', 'Huelva'],
    loads: [
      {
        description: 'Pintura en disolvente, bidones de 25 l',
        ...pallets(4, 16),
        kilograms: [640, 780],
        hsCode: '3208 90',
        dangerous: ['UN 1263', '3', 'III'],
      },
      {
        description: 'Hipoclorito de sodio en solución, GRG de 1000 l',
        packaging: 'GRG',
        packages: [6, 18],
        kilograms: [1_180, 1_240],
        hsCode: '2828 90',
        dangerous: ['UN 1791', '8', 'III'],
      },
      {
        description: 'Granza de polietileno, sacos de 25 kg',
        ...pallets(16, 18),
        kilograms: [1_320, 1_400],
        hsCode: '3901 20',
      },
    ],
  },
  {
    firm: 'Laboratorios',
    towns: ['Barcelona', 'Toledo'],
    loads: [
      {
        description: 'Medicamentos acondicionados, temperatura controlada',
        ...pallets(3, 14),
        kilograms: [180, 320],
        hsCode: '3004 90',
        temperature: '+15 °C a +25 °C',
      },
      {
        description: 'Vacunas en embalaje isotermo',
        ...pallets(1, 6),
        kilograms: [120, 210],
        hsCode: '3002 41',
        temperature: '+2 °C a +8 °C',
      },
    ],
  },
  {
    firm: 'Muebles',
    towns: ['Yecla', 'Zaragoza'],
    loads: [
      {
        description: 'Sofás tapizados de tres plazas',
        packaging: 'bultos embalados',
        packages: [24, 60],
        kilograms: [62, 88],
        hsCode: '9401 61',
      },
      {
        description: 'Mesas de comedor desmontadas',
        ...pallets(8, 20),
        kilograms: [310, 420],
        hsCode: '9403 60',
      },
    ],
  },
  {
    firm: 'Papelera',
    towns: ['Burgos', 'Igualada'],
    loads: [
      {
        description: 'Bobinas de papel kraft',
        packaging: 'bobinas',
        packages: [12, 24],
        kilograms: [820, 980],
        hsCode: '4804 11',
      },
    ],
  },
]
