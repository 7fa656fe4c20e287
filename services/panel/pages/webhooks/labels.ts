import type { DeliveryStatus, DisablingReason, ReplayStatus, WebhookEvent } from '@ecmr/contract'
import type { FaultKind } from '@ecmr/webhooks'
import { inBoth } from '../../texts/texts.js'

// The names of what webhooks have to do with. A table that lacks something does not compile.

/** What each event means. */
export const eventLabels = inBoth<Readonly<Record<WebhookEvent, string>>>(
  {
    'ecmr.created': 'Se ha creado una carta de porte.',
    'ecmr.signed': 'La ha firmado el remitente (cargador), el transportista o el destinatario.',
    'ecmr.delivered': 'La mercancía se ha entregado.',
    'ecmr.incidencia': 'Se ha comunicado una incidencia en el transporte.',
  },
  {
    'ecmr.created': 'A consignment note has been created.',
    'ecmr.signed': 'The sender (loader), the carrier or the receiver has signed it.',
    'ecmr.delivered': 'The goods have been delivered.',
    'ecmr.incidencia': 'An incident has been reported on the shipment.',
  },
)

/** A badge: how it looks, and what it says. */
export type Badge = readonly [look: 'good' | 'bad' | 'warn' | 'quiet', word: string]

/** What has become of a delivery. */
export const statusBadges = inBoth<Readonly<Record<DeliveryStatus, Badge>>>(
  {
    pending: ['warn', 'En espera'],
    delivered: ['good', 'Entregada'],
    exhausted: ['bad', 'No entregada'],
    cancelled: ['quiet', 'Cancelada'],
  },
  {
    pending: ['warn', 'Waiting'],
    delivered: ['good', 'Delivered'],
    exhausted: ['bad', 'Not delivered'],
    cancelled: ['quiet', 'Cancelled'],
  },
)

/** How a webhook is doing. */
export const stateBadges = inBoth<Readonly<Record<'ok' | 'failing' | 'paused' | 'disabled', Badge>>>(
  {
    ok: ['good', 'Activo'],
    failing: ['warn', 'Fallando'],
    paused: ['bad', 'En pausa'],
    disabled: ['quiet', 'Desactivado'],
  },
  {
    ok: ['good', 'Active'],
    failing: ['warn', 'Failing'],
    paused: ['bad', 'Paused'],
    disabled: ['quiet', 'Disabled'],
  },
)

/** Who has disabled a webhook, and why. */
export const disablingReasons = inBoth<Readonly<Record<DisablingReason, string>>>(
  {
    owner: 'Lo desactivó su empresa.',
    gone: 'Su receptor respondió 410: no quiere más avisos.',
    failing: 'Se desactivó solo: durante cinco días no llegó ninguna entrega.',
    operator: 'Lo desactivó el operador del servicio; solo él puede activarlo.',
  },
  {
    owner: 'Your company disabled it.',
    gone: 'Its receiver responded with 410: it wants no more notifications.',
    failing: 'Disabled automatically: no delivery succeeded for five days.',
    operator: 'The operator of the service disabled it. Only the operator can enable it.',
  },
)

/** How a webhook is doing, in words: see `health.eta`. */
export const healthWords = inBoth(
  { badges: stateBadges.es, reasons: disablingReasons.es },
  { badges: stateBadges.en, reasons: disablingReasons.en },
)

/** How far a replay is. */
export const replayBadges = inBoth<Readonly<Record<ReplayStatus, Badge>>>(
  { running: ['warn', 'En curso'], done: ['good', 'Terminado'], cancelled: ['quiet', 'Cancelado'] },
  { running: ['warn', 'Running'], done: ['good', 'Done'], cancelled: ['quiet', 'Cancelled'] },
)

/** Why a replay was cancelled. */
export const replayEndings = inBoth<Readonly<Record<string, string>>>(
  {
    owner: 'Lo canceló su empresa.',
    operator: 'Lo canceló el operador del servicio.',
    webhook_disabled: 'El webhook se desactivó.',
    webhook_deleted: 'El webhook se eliminó.',
    log_moved: 'El registro de eventos se cambió de sitio. Pida el resto desde una fecha.',
  },
  {
    owner: 'Your company cancelled it.',
    operator: 'The operator of the service cancelled it.',
    webhook_disabled: 'The webhook was disabled.',
    webhook_deleted: 'The webhook was deleted.',
    log_moved: 'The event log was moved. Request the rest with a start time.',
  },
)

/** What went wrong with an attempt, by the word that its record begins with. */
const attemptFaults = inBoth<Readonly<Record<AttemptFault, string>>>(
  {
    forbidden_address: 'La dirección lleva adonde este servicio no envía.',
    no_public_address: 'El nombre del servidor no tiene ninguna dirección, o no solo direcciones públicas.',
    timeout: 'El receptor no respondió a tiempo.',
    connection_refused: 'El receptor rechazó la conexión.',
    connection_failed: 'No se pudo conectar con el receptor.',
    connection_lost: 'El receptor cerró la conexión sin responder.',
    tls_failed: 'No se pudo acordar una conexión segura (TLS).',
    invalid_answer: 'La respuesta no era HTTP, o era demasiado grande.',
    secret_unreadable: 'El secreto del webhook no se puede leer. Cámbielo por otro nuevo.',
    redirect: 'El receptor respondió con una redirección; no se siguen.',
    status: 'El receptor no aceptó el aviso.',
    gone: 'El receptor no quiere más avisos; el webhook queda desactivado.',
    interrupted: 'Paramos antes de que llegara la respuesta; se envía otra vez.',
  },
  {
    forbidden_address: 'This service does not send to that address.',
    no_public_address: 'The host name has no address, or not only public ones.',
    timeout: 'The receiver did not respond in time.',
    connection_refused: 'The receiver refused the connection.',
    connection_failed: 'Could not connect to the receiver.',
    connection_lost: 'The receiver closed the connection without a response.',
    tls_failed: 'Could not establish a secure connection (TLS).',
    invalid_answer: 'The response was not HTTP, or it was too large.',
    secret_unreadable: 'The secret of the webhook cannot be read. Replace it.',
    redirect: 'The receiver responded with a redirect. Redirects are not followed.',
    status: 'The receiver did not accept the notification.',
    gone: 'The receiver wants no more notifications; the webhook is disabled.',
    interrupted: 'The service stopped before the response arrived. The delivery is sent again.',
  },
)

type AttemptFault = Exclude<FaultKind, `status_${string}`> | 'status' | 'gone' | 'interrupted'

/** A record's error as a sentence; as it stands when it is of no known kind. */
export function attemptFault(error: string, language: keyof typeof attemptFaults): string {
  const known: Readonly<Record<string, string>> = attemptFaults[language]
  const kind = error.split(':')[0] ?? ''
  return Object.hasOwn(known, kind) ? (known[kind] ?? error) : error
}
