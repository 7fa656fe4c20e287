import {
  type DeliveryStatus,
  type DisablingReason,
  type ReplayStatus,
  type Texts,
  type TextTable,
  textTable,
  type WebhookEvent,
} from '@ecmr/contract'
import type { FaultKind } from '@ecmr/webhooks'

// The names of what webhooks have to do with. A table that lacks something does not compile.

/** What each event means. */
export const eventLabels = textTable({
  'ecmr.created': ['Se ha creado una carta de porte.', 'A consignment note has been created.'],
  'ecmr.signed': [
    'La ha firmado el remitente (cargador), el transportista o el destinatario.',
    'The sender (loader), the carrier or the receiver has signed it.',
  ],
  'ecmr.delivered': ['La mercancía se ha entregado.', 'The goods have been delivered.'],
  'ecmr.incidencia': [
    'Se ha comunicado una incidencia en el transporte.',
    'An incident has been reported on the shipment.',
  ],
  'ecmr.updated': [
    'Se han modificado los datos, el vehículo o el conductor, pero no el transportista.',
    'Its data, vehicle or driver has changed, but not its carrier.',
  ],
  'ecmr.assigned': [
    'Se ha asignado o cambiado el transportista.',
    'A carrier has been assigned or replaced.',
  ],
  'ecmr.picked_up': [
    'El transportista se ha hecho cargo de la mercancía.',
    'The carrier has taken over the goods.',
  ],
  'ecmr.incident_resolved': [
    'Se ha resuelto una incidencia en el transporte.',
    'An incident on the shipment has been resolved.',
  ],
  'ecmr.cancelled': ['Se ha anulado.', 'It has been cancelled.'],
  'ecmr.document_issued': [
    'Se ha emitido una versión de un documento.',
    'A version of a document has been issued.',
  ],
  'ecmr.delivery_reverted': [
    'Se ha retirado una entrega registrada por error.',
    'A delivery recorded by mistake has been taken back.',
  ],
  'ecmr.shared': ['Se ha compartido con una empresa.', 'It has been shared with a company.'],
  'ecmr.sharing_revoked': ['Se ha dejado de compartir con una empresa.', 'A share has been revoked.'],
  'ecmr.attachment_added': ['Se ha adjuntado una imagen o un PDF.', 'A picture or a PDF has been attached.'],
} satisfies TextTable<WebhookEvent>)

/** A badge: how it looks, and what it says. */
export type Badge = readonly [look: 'good' | 'bad' | 'warn' | 'quiet', word: string]

/** What has become of a delivery. */
export const statusBadges = textTable({
  pending: [
    ['warn', 'Pendiente'],
    ['warn', 'Pending'],
  ],
  delivered: [
    ['good', 'Entregada'],
    ['good', 'Delivered'],
  ],
  exhausted: [
    ['bad', 'No entregada'],
    ['bad', 'Not delivered'],
  ],
  cancelled: [
    ['quiet', 'Cancelada'],
    ['quiet', 'Cancelled'],
  ],
} satisfies TextTable<DeliveryStatus, Badge>)

/** How a webhook is doing. */
export const stateBadges = textTable({
  ok: [
    ['good', 'Activo'],
    ['good', 'Active'],
  ],
  failing: [
    ['warn', 'Con fallos'],
    ['warn', 'Failing'],
  ],
  paused: [
    ['bad', 'En pausa'],
    ['bad', 'Paused'],
  ],
  disabled: [
    ['quiet', 'Desactivado'],
    ['quiet', 'Disabled'],
  ],
} satisfies TextTable<'ok' | 'failing' | 'paused' | 'disabled', Badge>)

/** Who has disabled a webhook, and why. */
export const disablingReasons = textTable({
  owner: ['Lo desactivó su empresa.', 'Disabled by your company.'],
  gone: [
    'El receptor respondió 410: no quiere más eventos.',
    'The receiver responded with 410 Gone: it wants no more events.',
  ],
  failing: [
    'Desactivado automáticamente: ninguna entrega llegó durante cinco días.',
    'Disabled automatically: no delivery succeeded for five days.',
  ],
  operator: [
    'Lo desactivó el operador del servicio y solo él puede activarlo.',
    'Disabled by the operator of this service. Only they can enable it.',
  ],
} satisfies TextTable<DisablingReason>)

/** How a webhook is doing, in words: see `health.eta`. */
export const healthWords = textTable({
  badges: [stateBadges.es, stateBadges.en],
  reasons: [disablingReasons.es, disablingReasons.en],
})

/** How far a replay is. */
export const replayBadges = textTable({
  running: [
    ['warn', 'En curso'],
    ['warn', 'Running'],
  ],
  done: [
    ['good', 'Terminado'],
    ['good', 'Done'],
  ],
  cancelled: [
    ['quiet', 'Cancelado'],
    ['quiet', 'Cancelled'],
  ],
} satisfies TextTable<ReplayStatus, Badge>)

/** Why a replay was cancelled. */
export const replayEndings: Texts<Readonly<Record<string, string>>> = textTable({
  owner: ['Lo canceló su empresa.', 'Cancelled by your company.'],
  operator: ['Lo canceló el operador del servicio.', 'Cancelled by the operator of this service.'],
  webhook_disabled: ['El webhook se desactivó.', 'The webhook was disabled.'],
  webhook_deleted: ['El webhook se eliminó.', 'The webhook was deleted.'],
  log_moved: [
    'El registro de eventos se trasladó. Solicite el resto desde una fecha.',
    'The event log was moved. Request the rest with a start time.',
  ],
})

/** What went wrong with an attempt, by the word that its record begins with. */
const attemptFaults = textTable({
  forbidden_address: [
    'Este servicio no envía a esa dirección.',
    'This service does not send to that address.',
  ],
  no_public_address: [
    'El nombre del servidor no tiene direcciones, o alguna no es pública.',
    'The host name has no address, or one that is not public.',
  ],
  timeout: ['El receptor no respondió a tiempo.', 'The receiver did not respond in time.'],
  connection_refused: ['El receptor rechazó la conexión.', 'The receiver refused the connection.'],
  connection_failed: ['No se pudo conectar con el receptor.', 'Could not connect to the receiver.'],
  connection_lost: [
    'El receptor cerró la conexión sin responder.',
    'The receiver closed the connection without responding.',
  ],
  tls_failed: [
    'No se pudo establecer una conexión segura (TLS).',
    'Could not establish a secure connection (TLS).',
  ],
  invalid_answer: [
    'La respuesta no era HTTP, o era demasiado grande.',
    'The response was not HTTP, or it was too large.',
  ],
  secret_unreadable: [
    'El secreto del webhook no se puede leer. Cámbielo.',
    'The webhook’s secret cannot be read. Replace it.',
  ],
  redirect: [
    'El receptor respondió con una redirección. Las redirecciones no se siguen.',
    'The receiver responded with a redirect. Redirects are not followed.',
  ],
  status: ['El receptor no aceptó el evento.', 'The receiver did not accept the event.'],
  gone: [
    'El receptor no quiere más eventos. El webhook se ha desactivado.',
    'The receiver wants no more events. The webhook has been disabled.',
  ],
  interrupted: [
    'El servicio se detuvo antes de recibir la respuesta. Se enviará de nuevo.',
    'The service stopped before the response arrived. It will be sent again.',
  ],
} satisfies TextTable<AttemptFault>)

type AttemptFault = Exclude<FaultKind, `status_${string}`> | 'status' | 'gone' | 'interrupted'

/** A record's error as a sentence; as it stands when it is of no known kind. */
export function attemptFault(error: string, language: keyof typeof attemptFaults): string {
  const known: Readonly<Record<string, string>> = attemptFaults[language]
  const kind = error.split(':')[0] ?? ''
  return Object.hasOwn(known, kind) ? (known[kind] ?? error) : error
}
