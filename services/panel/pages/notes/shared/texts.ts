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
    scope: ['De quién', 'Whose'],
    carrier: ['Transportista', 'Carrier'],
    driver: ['Conductor', 'Driver'],
    pickup_from: ['Recogida desde', 'Pickup from'],
    pickup_to: ['Recogida hasta', 'Pickup until'],
    delivery_from: ['Entrega desde', 'Delivery from'],
    delivery_to: ['Entrega hasta', 'Delivery until'],
    include_cancelled: ['Incluir las anuladas', 'Include cancelled notes'],
    sort: ['Orden', 'Order'],
    en: ['Situación a fecha de', 'As of'],
    page: ['Página', 'Page'],
    cursor: ['Página', 'Page'],
  },
  scopes: {
    shared: ['Compartidas con nosotros', 'Shared with us'],
    all: ['Nuestras y compartidas', 'Ours and shared'],
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
  duplicate: ['Repetir con otra fecha', 'Again, with another date'],
  cancelNote: ['Anular', 'Cancel note'],
  views: ['Vistas guardadas', 'Saved views'],
  saveView: ['Guardar como vista', 'Save view'],
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
  backwards: ['Debe ser igual o posterior a la fecha inicial.', 'This must not be before the start date.'],
  unknownPlace: [
    'Este enlace ya no es válido. Se muestra la primera página.',
    'This link is no longer valid. Showing the first page.',
  ],
  noSuchInstant: ['Escriba una fecha y una hora válidas.', 'Enter a valid date and time.'],
  presentOnly: {
    search: [
      'La búsqueda solo funciona con los datos actuales. Quite la búsqueda o la fecha.',
      'Search works on current data only. Remove the search or the date.',
    ],
    sort: [
      'Las listas de fechas pasadas no se pueden ordenar por cambios ni por entrega. Se muestran primero las más recientes.',
      'Past lists cannot be sorted by changes or delivery. Showing newest first.',
    ],
    other: [
      'Este filtro solo funciona con los datos actuales. Quite el filtro o la fecha.',
      'This filter works on current data only. Remove the filter or the date.',
    ],
  },
  pastBanner: [
    (at: string) => `Cartas de porte a fecha de ${at}.`,
    (at: string) => `Consignment notes as of ${at}.`,
  ],
  toPresent: ['Ver la situación actual', 'View current data'],
  tooDeep: [
    'Use «Siguiente» para avanzar más. Se muestra la primera página.',
    'Use Next to go further. Showing the first page.',
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
    (most: string) => `Máximo: las ${most} primeras.`,
    (most: string) => `Limited to the first ${most}.`,
  ],
  csvFile: ['cartas-de-porte', 'consignment-notes'],
  noneYet: ['Aún no hay cartas de porte', 'No consignment notes yet'],
  howToBegin: [
    'Cree la primera aquí, a partir de una carta en papel o desde su programa con la API.',
    'Create your first one here, from a paper note, or from your software with the API.',
  ],
  pastEnd: ['La lista termina antes de esta página.', 'This page is past the end of the list.'],
  allCancelled: ['Todas las cartas de porte están anuladas.', 'All consignment notes are cancelled.'],
  showCancelled: ['Ver las anuladas', 'Show cancelled notes'],
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
  '-updated_at': ['Últimos cambios primero', 'Recently changed first'],
  updated_at: ['Cambios más antiguos primero', 'Least recently changed first'],
  pickup_date: ['Recogida, más temprana primero', 'Pickup, earliest first'],
  '-pickup_date': ['Recogida, más tardía primero', 'Pickup, latest first'],
  delivery_date: ['Entrega, más temprana primero', 'Delivery, earliest first'],
  '-delivery_date': ['Entrega, más tardía primero', 'Delivery, latest first'],
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
  sender_city: ['Población del remitente', 'Sender city'],
  receiver: ['Destinatario', 'Receiver'],
  receiver_city: ['Población del destinatario', 'Receiver city'],
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
