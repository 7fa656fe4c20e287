import { textTable } from '@ecmr/contract'
import { texts } from '../notes/shared/texts.js'

export const dayTexts = textTable({
  title: ['Inicio', 'Home'],
  newNote: ['Nueva carta de porte', 'New consignment note'],
  readPaper: ['Leer carta en papel', 'Read paper note'],
  byStatus: ['Cartas de porte', 'Consignment notes'],
  all: [(total: string) => `Ver las ${total}`, (total: string) => `Show all ${total}`],
  cancelled: [
    (count: string, one: boolean) => (one ? `Además, 1 anulada.` : `Además, ${count} anuladas.`),
    (count: string, one: boolean) => (one ? `Plus 1 cancelled.` : `Plus ${count} cancelled.`),
  ],
  earlier: ['Consultar otra fecha', 'View another date'],
  earlierInstant: [texts.es.filters.en, texts.en.filters.en],
  show: ['Ver', 'Show'],
  pastBanner: [texts.es.pastBanner, texts.en.pastBanner],
  toPresent: [texts.es.toPresent, texts.en.toPresent],
  barTitle: ['Cartas de porte por estado', 'Consignment notes by status'],
  attention: ['Requiere atención', 'Needs attention'],
  nothing: [
    'Todo en orden: sin incidencias abiertas ni retrasos.',
    'All clear: no open incidents, nothing late.',
  ],
  nothingToday: [
    'Hoy no hay recogidas ni entregas previstas.',
    'No pickups or deliveries are planned for today.',
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
  expiring: ['Caducidades', 'Expiry dates'],
  drivers: ['Conductores', 'Drivers'],
  vehicles: ['Vehículos', 'Vehicles'],
  today: ['Previsto para hoy', 'Planned for today'],
  pickupsToday: ['Recogidas pendientes', 'Pending pickups'],
  deliveriesToday: ['Entregas pendientes', 'Pending deliveries'],
  nonePlanned: ['Ninguna.', 'None.'],
  perDay: ['Los últimos 14 días', 'The last 14 days'],
  deliveries: ['Entregas de webhooks, últimos 7 días', 'Webhook deliveries, last 7 days'],
  noDeliveries: ['Sin entregas de webhooks en este periodo.', 'No webhook deliveries in this period.'],
  latest: ['Últimos cambios', 'Latest changes'],
  trail: ['Ver la auditoría', 'View audit trail'],
  failing: [
    (failures: string) => `${failures} intentos fallidos seguidos`,
    (failures: string) => `${failures} failed attempts in a row`,
  ],
  begin: ['Primeros pasos', 'First steps'],
  guide: {
    progress: [
      (done: number, all: number) => `${done} de ${all} hechos`,
      (done: number, all: number) => `${done} of ${all} done`,
    ],
    done: ['Hecho', 'Done'],
    hide: ['No volver a mostrar', 'Do not show again'],
    note: {
      title: ['Cree su primera carta de porte', 'Create your first consignment note'],
      why: [
        'Con el formulario, o a partir de una foto de una carta en papel.',
        'With the form, or from a photo of a paper note.',
      ],
      label: ['Nueva carta de porte', 'New consignment note'],
    },
    key: {
      title: ['Conecte su programa', 'Connect your software'],
      why: [
        'Con una clave API, su ERP o TMS crea y consulta las cartas de porte.',
        'With an API key your ERP or TMS creates and reads consignment notes.',
      ],
      label: ['Crear clave API', 'Create API key'],
    },
    webhook: {
      title: ['Reciba los cambios', 'Receive changes'],
      why: [
        'Un webhook avisa a su programa de cada firma, entrega o incidencia.',
        'A webhook tells your software of each signature, delivery or incident.',
      ],
      label: ['Crear webhook', 'Create webhook'],
    },
    people: {
      title: ['Invite a sus compañeros', 'Invite your colleagues'],
      why: ['Cada persona trabaja con su propia cuenta.', 'Each person works with their own account.'],
      label: ['Invitar', 'Invite'],
    },
  },
})
