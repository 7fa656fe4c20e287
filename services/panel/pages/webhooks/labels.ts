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
} satisfies TextTable<WebhookEvent>)

/** A badge: how it looks, and what it says. */
export type Badge = readonly [look: 'good' | 'bad' | 'warn' | 'quiet', word: string]

/** What has become of a delivery. */
export const statusBadges = textTable({
  pending: [
    ['warn', 'En espera'],
    ['warn', 'Waiting'],
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
    ['warn', 'Fallando'],
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
  owner: ['Lo desactivó su empresa.', 'Your company disabled it.'],
  gone: [
    'Su receptor respondió 410: no quiere más avisos.',
    'Its receiver responded with 410: it wants no more notifications.',
  ],
  failing: [
    'Se desactivó solo: durante cinco días no llegó ninguna entrega.',
    'Disabled automatically: no delivery succeeded for five days.',
  ],
  operator: [
    'Lo desactivó el operador del servicio; solo él puede activarlo.',
    'The operator of the service disabled it. Only the operator can enable it.',
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
  owner: ['Lo canceló su empresa.', 'Your company cancelled it.'],
  operator: ['Lo canceló el operador del servicio.', 'The operator of the service cancelled it.'],
  webhook_disabled: ['El webhook se desactivó.', 'The webhook was disabled.'],
  webhook_deleted: ['El webhook se eliminó.', 'The webhook was deleted.'],
  log_moved: [
    'El registro de eventos se cambió de sitio. Pida el resto desde una fecha.',
    'The event log was moved. Request the rest with a start time.',
  ],
})

/** What went wrong with an attempt, by the word that its record begins with. */
const attemptFaults = textTable({
  forbidden_address: [
    'La dirección lleva adonde este servicio no envía.',
    'This service does not send to that address.',
  ],
  no_public_address: [
    'El nombre del servidor no tiene ninguna dirección, o no solo direcciones públicas.',
    'The host name has no address, or not only public ones.',
  ],
  timeout: ['El receptor no respondió a tiempo.', 'The receiver did not respond in time.'],
  connection_refused: ['El receptor rechazó la conexión.', 'The receiver refused the connection.'],
  connection_failed: ['No se pudo conectar con el receptor.', 'Could not connect to the receiver.'],
  connection_lost: [
    'El receptor cerró la conexión sin responder.',
    'The receiver closed the connection without a response.',
  ],
  tls_failed: [
    'No se pudo acordar una conexión segura (TLS).',
    'Could not establish a secure connection (TLS).',
  ],
  invalid_answer: [
    'La respuesta no era HTTP, o era demasiado grande.',
    'The response was not HTTP, or it was too large.',
  ],
  secret_unreadable: [
    'El secreto del webhook no se puede leer. Cámbielo por otro nuevo.',
    'The secret of the webhook cannot be read. Replace it.',
  ],
  redirect: [
    'El receptor respondió con una redirección; no se siguen.',
    'The receiver responded with a redirect. Redirects are not followed.',
  ],
  status: ['El receptor no aceptó el aviso.', 'The receiver did not accept the notification.'],
  gone: [
    'El receptor no quiere más avisos; el webhook queda desactivado.',
    'The receiver wants no more notifications; the webhook is disabled.',
  ],
  interrupted: [
    'Paramos antes de que llegara la respuesta; se envía otra vez.',
    'The service stopped before the response arrived. The delivery is sent again.',
  ],
} satisfies TextTable<AttemptFault>)

type AttemptFault = Exclude<FaultKind, `status_${string}`> | 'status' | 'gone' | 'interrupted'

/** A record's error as a sentence; as it stands when it is of no known kind. */
export function attemptFault(error: string, language: keyof typeof attemptFaults): string {
  const known: Readonly<Record<string, string>> = attemptFaults[language]
  const kind = error.split(':')[0] ?? ''
  return Object.hasOwn(known, kind) ? (known[kind] ?? error) : error
}
