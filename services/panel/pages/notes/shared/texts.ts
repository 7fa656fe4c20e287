import { type SortOrder, type TextTable, textTable } from '@ecmr/contract'
import type { ListColumn } from '../list/columns.js'
import { paperTexts } from '../paper/texts.js'

/** What the list, the page and the history of a note say. */
export const texts = textTable({
  notes: ['Cartas de porte', 'Consignment notes'],
  newNote: ['Nueva carta de porte', 'New consignment note'],
  readPaper: [paperTexts.es.link, paperTexts.en.link],
  all: ['Todas', 'All'],
  anyStatus: ['Cualquiera', 'Any'],
  byStatus: ['Por estado', 'By status'],
  filters: {
    status: ['Estado', 'Status'],
    search: ['Buscar', 'Search'],
    late: ['Con retraso', 'Late'],
    carrier: ['Transportista', 'Carrier'],
    driver: ['Conductor', 'Driver'],
    pickup_from: ['Recogida desde', 'Pickup from'],
    pickup_to: ['Recogida hasta', 'Pickup until'],
    delivery_from: ['Entrega desde', 'Delivery from'],
    delivery_to: ['Entrega hasta', 'Delivery until'],
    include_cancelled: ['Incluir las anuladas', 'Include cancelled ones'],
    sort: ['Orden', 'Order'],
    en: ['Como estaba el', 'As it stood on'],
    page: ['Página', 'Page'],
    cursor: ['Página', 'Page'],
  },
  searchHint: [
    'Número, empresa, población, mercancía, matrícula, conductor o referencia',
    'Number, company, city, goods, plate, driver or reference',
  ],
  moreFilters: ['Filtros', 'Filters'],
  lateSteps: {
    pickup: ['Recogida con retraso', 'Late pickup'],
    delivery: ['Entrega con retraso', 'Late delivery'],
  },
  filter: ['Buscar', 'Search'],
  clear: ['Quitar filtros', 'Clear filters'],
  applied: ['Filtros aplicados', 'Applied filters'],
  without: [(filter: string) => `Quitar: ${filter}`, (filter: string) => `Remove: ${filter}`],
  look: ['Columnas', 'Columns'],
  columns: ['Columnas visibles', 'Visible columns'],
  rows: ['Filas por página', 'Rows per page'],
  usualLook: ['Restablecer', 'Reset'],
  isLate: ['con retraso', 'late'],
  actionsOf: [(number: string) => `Acciones: ${number}`, (number: string) => `Actions: ${number}`],
  edit: ['Modificar', 'Edit'],
  documents: ['Documentos', 'Documents'],
  duplicate: ['Duplicar', 'Duplicate'],
  views: ['Vistas guardadas', 'Saved views'],
  saveView: ['Guardar como vista', 'Save as a view'],
  selected: ['Seleccionadas:', 'Selected:'],
  select: [(number: string) => `Seleccionar ${number}`, (number: string) => `Select ${number}`],
  selectAll: ['Seleccionar todas las de esta página', 'Select all on this page'],
  bulk: {
    carrier: ['Asignar transportista', 'Assign carrier'],
    documents: ['Emitir documentos', 'Issue documents'],
    csv: ['Descargar CSV', 'Download CSV'],
    cancel: ['Anular', 'Cancel'],
  },
  cancelledOnes: ['Anuladas', 'Cancelled'],
  backwards: ['Esta fecha es anterior a la primera.', 'This date is before the first one.'],
  unknownPlace: [
    'La dirección de esta página ya no vale; esta es la primera.',
    'The address of this page is no longer valid; this is the first one.',
  ],
  noSuchInstant: ['Escriba una fecha y una hora que existan.', 'Enter a date and time that exist.'],
  presentOnly: {
    search: [
      'Las palabras solo se buscan en los datos de ahora. Quite la búsqueda o la fecha.',
      'Words are searched in the present data only. Remove the search or the date.',
    ],
    sort: [
      'Por cambios o por entrega solo se ordena la lista de ahora; esta va de la más reciente a la más antigua.',
      'Only the present list is ordered by changes or delivery. This one begins with the newest.',
    ],
    other: [
      'Este filtro solo vale para los datos de ahora. Quite el filtro o la fecha.',
      'This filter applies to the present data only. Remove the filter or the date.',
    ],
  },
  pastBanner: [
    (at: string) => `Así estaban las cartas de porte el ${at}.`,
    (at: string) => `This is how the consignment notes stood on ${at}.`,
  ],
  toPresent: ['Ver como están ahora', 'See how they stand now'],
  tooDeep: [
    'Tan lejos solo se llega avanzando página a página; esta es la primera.',
    'You can only reach pages this deep one by one. This is the first page.',
  ],
  found: [
    (count: string, isExact: boolean, isOne: boolean) =>
      isExact
        ? `${count} ${isOne ? 'carta de porte' : 'cartas de porte'}`
        : `Más de ${count} cartas de porte`,
    (count: string, isExact: boolean, isOne: boolean) =>
      isExact
        ? `${count} ${isOne ? 'consignment note' : 'consignment notes'}`
        : `More than ${count} consignment notes`,
  ],
  pageOf: [
    (page: string, pages: string) => `Página ${page} de ${pages}`,
    (page: string, pages: string) => `Page ${page} of ${pages}`,
  ],
  pages: ['Páginas', 'Pages'],
  firstPage: ['Primera página', 'First page'],
  export: ['Descargar CSV', 'Download CSV'],
  exportLimit: [
    (most: string) => `El archivo lleva las ${most} primeras.`,
    (most: string) => `The file holds the first ${most}.`,
  ],
  csvFile: ['cartas-de-porte', 'consignment-notes'],
  noneYet: ['Aún no hay cartas de porte', 'There are no consignment notes yet'],
  howToBegin: [
    'Cree la primera aquí, léala de una en papel, o envíela desde su programa con la API.',
    'Create the first one here, read a paper note, or use the API from your own software.',
  ],
  pastEnd: ['La lista no llega hasta esta página.', 'This page is past the end of the list.'],
  allCancelled: ['Todas las cartas de porte están anuladas.', 'All consignment notes are cancelled.'],
  showCancelled: ['Ver las anuladas', 'Show them'],
  noneFound: ['Ninguna carta de porte cumple estos filtros.', 'No consignment note matches these filters.'],
  number: ['Número', 'Number'],
  status: ['Estado', 'Status'],
  signatures: [
    (roles: number, outdated: number) =>
      `Firmas: ${roles} de 3${outdated === 0 ? '' : outdated === 1 ? ' (1 anterior a un cambio)' : ` (${outdated} anteriores a un cambio)`}`,
    (roles: number, outdated: number) =>
      `Signatures: ${roles} of 3${outdated === 0 ? '' : ` (${outdated} outdated)`}`,
  ],
  cancelled: ['Anulada', 'Cancelled'],
})

/** The columns of the list beside the number. */
export const columnTexts = textTable({
  reference: ['Referencia', 'Reference'],
  status: ['Estado', 'Status'],
  route: ['Ruta', 'Route'],
  sender: ['Remitente', 'Sender'],
  receiver: ['Destinatario', 'Receiver'],
  carrier: ['Transportista', 'Carrier'],
  driver: ['Conductor', 'Driver'],
  plate: ['Matrícula', 'Plate'],
  goods: ['Mercancía', 'Goods'],
  pickup: ['Recogida', 'Pickup'],
  delivery: ['Entrega', 'Delivery'],
  signatures: ['Firmas', 'Signatures'],
  created: ['Creada', 'Created'],
  updated: ['Último cambio', 'Last change'],
} satisfies TextTable<ListColumn>)

/** The orders of the list in words. */
export const listSorts = textTable({
  '-created_at': ['Más recientes primero', 'Newest first'],
  created_at: ['Más antiguas primero', 'Oldest first'],
  '-updated_at': ['Últimos cambios primero', 'Latest changes first'],
  updated_at: ['Cambios más antiguos primero', 'Oldest changes first'],
  pickup_date: ['Recogida, de antes a después', 'Pickup, earliest first'],
  '-pickup_date': ['Recogida, de después a antes', 'Pickup, latest first'],
  delivery_date: ['Entrega, de antes a después', 'Delivery, earliest first'],
  '-delivery_date': ['Entrega, de después a antes', 'Delivery, latest first'],
  ecmr_number: ['Número, ascendente', 'Number, ascending'],
  '-ecmr_number': ['Número, descendente', 'Number, descending'],
} satisfies TextTable<SortOrder>)

/** The columns of the file for spreadsheets, in their order. */
export const csvColumns = [
  'ecmr_number',
  'status',
  'reference',
  'sender',
  'sender_city',
  'receiver',
  'receiver_city',
  'carrier',
  'vehicle_plate',
  'trailer_plate',
  'driver',
  'pickup_city',
  'pickup_date',
  'delivery_city',
  'delivery_date',
  'taken_over_at',
  'delivered_at',
  'goods',
  'packages',
  'weight_kg',
  'signed_by',
  'outdated_signatures',
  'open_incidents',
  'created_at',
  'id',
] as const
export type CsvColumn = (typeof csvColumns)[number]

export const csvHeadings = textTable({
  ecmr_number: ['Número', 'Number'],
  status: ['Estado', 'Status'],
  reference: ['Referencia', 'Reference'],
  sender: ['Remitente', 'Sender'],
  sender_city: ['Población del remitente', 'City of the sender'],
  receiver: ['Destinatario', 'Receiver'],
  receiver_city: ['Población del destinatario', 'City of the receiver'],
  carrier: ['Transportista', 'Carrier'],
  vehicle_plate: ['Matrícula', 'Vehicle plate'],
  trailer_plate: ['Matrícula del remolque', 'Trailer plate'],
  driver: ['Conductor', 'Driver'],
  pickup_city: ['Población de recogida', 'Pickup city'],
  pickup_date: ['Recogida prevista', 'Planned pickup'],
  delivery_city: ['Población de entrega', 'Delivery city'],
  delivery_date: ['Entrega prevista', 'Planned delivery'],
  taken_over_at: ['Recogida', 'Taken over'],
  delivered_at: ['Entregada', 'Delivered'],
  goods: ['Mercancía', 'Goods'],
  packages: ['Bultos', 'Packages'],
  weight_kg: ['Peso bruto (kg)', 'Gross weight (kg)'],
  signed_by: ['Firmas', 'Signatures'],
  outdated_signatures: ['Firmas anteriores a un cambio', 'Outdated signatures'],
  open_incidents: ['Incidencias abiertas', 'Open incidents'],
  created_at: ['Creada', 'Created'],
  id: ['Id', 'Id'],
} satisfies TextTable<CsvColumn>)
