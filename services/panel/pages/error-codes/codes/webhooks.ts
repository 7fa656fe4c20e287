import type { CodeText } from '../code-text.js'

/** Codes of webhooks. */
export const webhookCodes = {
  too_many_webhooks: {
    title: 'Su empresa ha alcanzado el máximo de webhooks',
    why: ['Cada empresa tiene un límite de webhooks.', 'Each company has a webhook limit.'],
    remedy: [
      'Elimine uno con `DELETE /api/webhooks/{id}`. Un solo webhook puede recibir todos los eventos.',
      'Delete one with `DELETE /api/webhooks/{id}`. A single webhook can receive all events.',
    ],
    detail: 'Delete one first; a company can have at most 20.',
  },
  too_many_secrets: {
    title: 'El webhook ha alcanzado el máximo de secretos',
    why: [
      'Los secretos anteriores siguen firmando porque su plazo no ha terminado.',
      'Previous secrets are still signing because their overlap has not ended.',
    ],
    remedy: [
      'Espere a que termine o envíe `overlap_hours: 0` para terminarlo ya.',
      'Wait until it ends, or send `overlap_hours: 0` to end it now.',
    ],
    detail:
      'Earlier rotations have not ended yet; wait until they do, or send overlap_hours 0 to end them now.',
  },
  webhook_deleted: {
    title: 'El webhook de este Idempotency-Key se ha eliminado',
    why: [
      'Este `Idempotency-Key` creó un webhook que después se eliminó.',
      'This `Idempotency-Key` created a webhook that has since been deleted.',
    ],
    remedy: [
      'Use otro `Idempotency-Key` para crear otro webhook.',
      'Use another `Idempotency-Key` to create another webhook.',
    ],
    detail:
      'This Idempotency-Key registered a webhook that has since been deleted. Use a new key for a new webhook.',
  },
  webhook_disabled: {
    title: 'El webhook está desactivado',
    why: [
      'El webhook está desactivado, por su empresa o tras cinco días de fallos, y no recibe nada.',
      'The webhook was disabled, by your company or after five days of failures, and receives nothing.',
    ],
    remedy: [
      'Actívelo con `PATCH /api/webhooks/{id}` y `enabled: true`.',
      'Enable it with `PATCH /api/webhooks/{id}` and `enabled: true`.',
    ],
    detail: 'The webhook is disabled; enable it first.',
  },
  webhook_disabled_by_operator: {
    title: 'El operador ha desactivado el webhook',
    why: [
      'Solo el operador del servicio puede volver a activarlo.',
      'Only the operator of the service can enable it again.',
    ],
    remedy: ['Póngase en contacto con el operador del servicio.', 'Contact the operator of the service.'],
    detail: 'The operator of this service has disabled the webhook; only the operator can enable it.',
  },
  delivery_under_way: {
    title: 'Hay un intento en curso',
    why: ['Esta entrega se está enviando ahora.', 'This delivery is being sent now.'],
    remedy: [
      'Consulte el resultado de la entrega antes de repetirla.',
      'Check the result of the delivery before you send it again.',
    ],
    detail: 'An attempt at this delivery is in progress; check its result first.',
    retryAfter: 1,
  },
  replay_under_way: {
    title: 'Hay un reenvío en curso',
    why: ['Cada webhook admite un solo reenvío a la vez.', 'Each webhook can have one replay at a time.'],
    remedy: [
      'Espere a que termine (`GET /api/webhooks/{id}/replays`) o cancélelo.',
      'Wait until it ends (`GET /api/webhooks/{id}/replays`) or cancel it.',
    ],
    detail: 'Replay 0199c3a4-7d1e-7b52-9f3e-2a6d4c8e1b70 is in progress; wait until it ends or cancel it.',
  },
} as const satisfies Readonly<Record<string, CodeText>>
