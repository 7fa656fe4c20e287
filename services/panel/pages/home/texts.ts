import { textTable } from '@ecmr/contract'
import { texts } from '../notes/shared/texts.js'

export const welcomeTexts = textTable({
  title: ['Cartas de porte electrónicas', 'Electronic consignment notes'],
  lead: [
    'Cree, firme y siga sus cartas de porte (CMR) desde el navegador o desde su propio programa. Cada cambio queda anotado con su autor y su hora, y se puede comprobar que nadie lo ha alterado.',
    'Create, sign and follow your consignment notes (CMR) in the browser or from your own software. Every change is recorded with its author and time, and you can verify that the record was not altered.',
  ],
  enter: ['Entrar', 'Log in'],
  register: ['Crear cuenta', 'Create an account'],
  follow: ['Seguir un envío', 'Follow a shipment'],
  followHint: [
    'El número está en la carta de porte. No hace falta cuenta.',
    'The number is on the consignment note. No account needed.',
  ],
  number: ['Número de la carta de porte', 'Number of the consignment note'],
  followButton: ['Ver el envío', 'Show the shipment'],
  what: ['Qué se puede hacer', 'What you can do'],
  parts: [
    [
      [
        'Cartas de porte',
        'Los datos del CMR, las firmas de remitente, transportista y destinatario, las reservas y las incidencias, en un solo documento.',
      ],
      [
        'Conexión con su programa',
        'Una API REST y avisos por webhook: lo que hace su ERP se ve aquí al momento, y al revés.',
      ],
      [
        'Auditoría',
        'Un registro al que solo se añade, encadenado con huellas SHA-256. Lo verifica usted con un botón.',
      ],
    ],
    [
      [
        'Consignment notes',
        'The data of the CMR, the signatures of sender, carrier and receiver, reservations and incidents, in one document.',
      ],
      [
        'Connect your software',
        'A REST API and webhooks: changes in your ERP appear here immediately, and vice versa.',
      ],
      ['Audit trail', 'An append-only record, chained by SHA-256 hashes. Verify it with one click.'],
    ],
  ],
  docs: ['Documentación de la API', 'API documentation'],
})

export const dayTexts = textTable({
  title: ['Inicio', 'Home'],
  newNote: ['Nueva carta de porte', 'New consignment note'],
  readPaper: ['Leer una carta de porte en papel', 'Read a paper consignment note'],
  byStatus: ['Cartas de porte', 'Consignment notes'],
  all: [(total: string) => `Ver las ${total}`, (total: string) => `Show all ${total}`],
  cancelled: [
    (count: string, one: boolean) => (one ? `Además, 1 anulada.` : `Además, ${count} anuladas.`),
    (count: string, one: boolean) => (one ? `And 1 cancelled.` : `And ${count} cancelled.`),
  ],
  earlier: ['Ver cómo estaban antes', 'See how they stood before'],
  earlierInstant: [texts.es.filters.en, texts.en.filters.en],
  show: ['Ver', 'Show'],
  pastBanner: [texts.es.pastBanner, texts.en.pastBanner],
  toPresent: [texts.es.toPresent, texts.en.toPresent],
  barTitle: ['Cartas de porte por estado', 'Consignment notes by status'],
  attention: ['Requiere atención', 'Needs attention'],
  nothing: [
    'Nada pendiente: sin incidencias abiertas ni retrasos.',
    'All clear: no open incidents, nothing late.',
  ],
  incidents: ['Incidencias abiertas', 'Open incidents'],
  latePickups: ['Recogidas atrasadas', 'Late pickups'],
  latePickupsHint: [
    'La recogida estaba prevista para un día ya pasado y la mercancía no consta como recogida.',
    'The planned pickup day has passed and the goods are not recorded as taken over.',
  ],
  lateDeliveries: ['Entregas atrasadas', 'Late deliveries'],
  lateDeliveriesHint: [
    'La entrega estaba prevista para un día ya pasado y no consta como entregada.',
    'The planned delivery day has passed and the goods are not recorded as delivered.',
  ],
  webhooks: ['Webhooks con problemas', 'Webhooks with problems'],
  atLeast: [(count: string) => `${count} o más`, (count: string) => `${count} or more`],
  planned: [(day: string) => `previsto: ${day}`, (day: string) => `planned: ${day}`],
  seeAll: ['Ver todas', 'Show all'],
  drafts: ['Ver los borradores', 'Show the drafts'],
  assigned: ['Ver las asignadas', 'Show the assigned ones'],
  inTransit: ['Ver las que están en tránsito', 'Show those in transit'],
  today: ['Previsto para hoy', 'Planned for today'],
  pickupsToday: ['Recogidas por hacer', 'Pending pickups'],
  deliveriesToday: ['Entregas por hacer', 'Pending deliveries'],
  nonePlanned: ['Ninguna.', 'None.'],
  perDay: ['Los últimos 14 días', 'The last 14 days'],
  deliveries: ['Avisos por webhook, últimos 7 días', 'Webhook deliveries, last 7 days'],
  noDeliveries: ['Sin entregas de webhooks en estos días.', 'No webhook deliveries on these days.'],
  latest: ['Últimos cambios', 'Latest changes'],
  trail: ['Ver toda la auditoría', 'Show the whole audit trail'],
  failing: [
    (failures: string) => `${failures} intentos fallidos seguidos`,
    (failures: string) => `${failures} failed attempts in a row`,
  ],
  begin: ['Para empezar', 'Get started'],
  beginLead: [
    'Su empresa aún no tiene cartas de porte. Cree la primera aquí mismo o conecte su programa.',
    'Your company has no consignment notes yet. Create the first one here, or connect your software.',
  ],
  beginCompany: ['Completar los datos de la empresa', 'Complete the details of the company'],
  beginPeople: ['Invitar a sus compañeros', 'Invite your colleagues'],
  beginKey: ['Crear una clave API', 'Create an API key'],
  beginConnect: ['Conectar un asistente de IA', 'Connect an AI assistant'],
})
