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

type Packed = Pick<Load, 'packaging' | 'packages'>

const packed = (packaging: string, least: number, most: number): Packed => ({
  packaging,
  packages: [least, most],
})
const pallets = (least: number, most: number): Packed => packed('palés europeos', least, most)
const load = (
  description: string,
  hsCode: string,
  packing: Packed,
  kilograms: Load['kilograms'],
  conditions: Pick<Load, 'temperature' | 'dangerous'> = {},
): Load => ({ description, hsCode, ...packing, kilograms, ...conditions })

export const trades: readonly Trade[] = [
  {
    firm: 'Hortofrutícola',
    towns: ['El Ejido', 'Almería', 'Murcia'],
    loads: [
      load('Tomate en rama, cajas de 5 kg', '0702 00', pallets(20, 33), [560, 720], {
        temperature: '+8 °C a +10 °C',
      }),
      load('Pimiento california tricolor', '0709 60', pallets(18, 33), [480, 600], {
        temperature: '+7 °C a +9 °C',
      }),
      load('Lechuga iceberg, bolsa individual', '0705 11', pallets(22, 33), [380, 470], {
        temperature: '+2 °C a +4 °C',
      }),
    ],
  },
  {
    firm: 'Cítricos',
    towns: ['Valencia', 'Castellón de la Plana'],
    loads: [
      load('Naranja navelina, calibre 4, mallas de 2 kg', '0805 10', pallets(20, 33), [620, 760], {
        temperature: '+4 °C a +6 °C',
      }),
      load('Mandarina clemenules en caja de 10 kg', '0805 22', pallets(16, 26), [600, 700], {
        temperature: '+5 °C',
      }),
    ],
  },
  {
    firm: 'Cerámicas',
    towns: ['Onda', 'Vila-real', 'Castellón de la Plana'],
    loads: [
      load('Gres porcelánico rectificado 60×60', '6907 21', pallets(14, 22), [980, 1_120]),
      load('Azulejo blanco mate 30×90', '6907 23', pallets(12, 20), [900, 1_060]),
    ],
  },
  {
    firm: 'Bodegas',
    towns: ['Haro', 'Logroño'],
    loads: [
      load('Vino tinto crianza, cajas de 6 botellas de 75 cl', '2204 21', pallets(8, 26), [760, 860]),
      load('Vino blanco joven, cajas de 12 botellas', '2204 21', pallets(4, 18), [780, 900]),
    ],
  },
  {
    firm: 'Aceites',
    towns: ['Jaén', 'Córdoba'],
    loads: [
      load('Aceite de oliva virgen extra, garrafas PET de 5 l', '1509 20', pallets(10, 26), [820, 930]),
    ],
  },
  {
    firm: 'Cárnicas',
    towns: ['Lleida', 'Mérida', 'Zaragoza'],
    loads: [
      load('Canales de porcino refrigeradas', '0203 11', packed('colgado en gancho', 120, 240), [82, 96], {
        temperature: '0 °C a +4 °C',
      }),
      load('Jamón curado deshuesado al vacío', '0210 19', pallets(6, 20), [520, 680], {
        temperature: '+2 °C a +8 °C',
      }),
    ],
  },
  {
    firm: 'Pesqueras',
    towns: ['Vigo', 'A Coruña'],
    loads: [
      load('Merluza congelada en bloques', '0303 66', pallets(12, 28), [700, 880], { temperature: '-18 °C' }),
      load('Conservas de mejillón en escabeche', '1605 53', pallets(6, 24), [540, 720]),
    ],
  },
  {
    firm: 'Componentes de Automoción',
    towns: ['Martorell', 'Almussafes', 'Palencia', 'Valladolid', 'Vitoria-Gasteiz'],
    loads: [
      load(
        'Parachoques delanteros sin pintar',
        '8708 10',
        packed('contenedores metálicos', 18, 40),
        [95, 140],
      ),
      load('Discos de freno ventilados', '8708 30', packed('cajas de madera', 10, 24), [720, 960]),
      load('Mazos de cables', '8544 30', packed('contenedores plegables', 20, 44), [110, 190]),
    ],
  },
  {
    firm: 'Siderúrgica',
    towns: ['Bilbao', 'Irun'],
    loads: [
      load('Bobinas de acero laminado en frío', '7209 16', packed('bobinas flejadas', 2, 4), [5_200, 6_000]),
      load('Perfil estructural HEB 200', '7216 33', packed('atados', 6, 12), [1_700, 1_950]),
    ],
  },
  {
    firm: 'Química',
    towns: ['Tarragona', 'Huelva'],
    loads: [
      load('Pintura en disolvente, bidones de 25 l', '3208 90', pallets(4, 16), [640, 780], {
        dangerous: ['UN 1263', '3', 'III'],
      }),
      load(
        'Hipoclorito de sodio en solución, GRG de 1000 l',
        '2828 90',
        packed('GRG', 6, 18),
        [1_180, 1_240],
        { dangerous: ['UN 1791', '8', 'III'] },
      ),
      load('Granza de polietileno, sacos de 25 kg', '3901 20', pallets(16, 18), [1_320, 1_400]),
    ],
  },
  {
    firm: 'Laboratorios',
    towns: ['Barcelona', 'Toledo'],
    loads: [
      load('Medicamentos acondicionados, temperatura controlada', '3004 90', pallets(3, 14), [180, 320], {
        temperature: '+15 °C a +25 °C',
      }),
      load('Vacunas en embalaje isotermo', '3002 41', pallets(1, 6), [120, 210], {
        temperature: '+2 °C a +8 °C',
      }),
    ],
  },
  {
    firm: 'Muebles',
    towns: ['Yecla', 'Zaragoza'],
    loads: [
      load('Sofás tapizados de tres plazas', '9401 61', packed('bultos embalados', 24, 60), [62, 88]),
      load('Mesas de comedor desmontadas', '9403 60', pallets(8, 20), [310, 420]),
    ],
  },
  {
    firm: 'Papelera',
    towns: ['Burgos', 'Igualada'],
    loads: [load('Bobinas de papel kraft', '4804 11', packed('bobinas', 12, 24), [820, 980])],
  },
]
