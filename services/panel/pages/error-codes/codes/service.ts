import type { CodeText } from '../code-text.js'

/** Codes of what is wrong on the side of the service. */
export const serviceCodes = {
  internal_error: {
    title: 'Error del servicio',
    why: ['Un error interno, que ha quedado registrado.', 'An internal error, which has been logged.'],
    remedy: [
      'Si repite la petición, use el mismo `Idempotency-Key`. Si el error continúa, envíe `request_id` al operador.',
      'If you retry, use the same `Idempotency-Key`. If the error persists, send `request_id` to the operator.',
    ],
    detail: 'The error has been logged. Include request_id when you ask for help.',
  },
  clock_differs: {
    title: 'Los relojes del servicio no coinciden',
    why: [
      'Dos máquinas del servicio tienen horas distintas y los eventos perderían su orden. No se ha registrado nada.',
      'Two machines of the service disagree about the time, so events would lose their order. Nothing was recorded.',
    ],
    remedy: [
      'Repita la petición tras `Retry-After`. El operador debe sincronizar los relojes.',
      'Retry after `Retry-After`. The operator must synchronise the clocks.',
    ],
    detail:
      'The clock of this process is 12 s behind that of PostgreSQL. Nothing is written until they agree. Nothing was recorded; try again in a moment.',
    retryAfter: 12,
  },
  unavailable: {
    title: 'El servicio no está disponible ahora',
    why: [
      'Una base de datos u otra parte del servicio no responde, o los datos consultados están atrasados. No se ha registrado nada.',
      'A database or another part of the service is not responding, or the data being searched is behind. Nothing was recorded.',
    ],
    remedy: [
      'Repita la petición tras `Retry-After` con el mismo `Idempotency-Key`. `GET /api/health` indica qué falla.',
      'Retry after `Retry-After` with the same `Idempotency-Key`. `GET /api/health` shows what is wrong.',
    ],
    detail: 'A part of the service is not responding. Nothing was recorded; try again in a moment.',
    retryAfter: 1,
  },
  outcome_unknown: {
    title: 'No se sabe si se ha registrado',
    why: [
      'La conexión con el registro se cortó mientras se escribía.',
      'The connection to the event log broke while it was being written.',
    ],
    remedy: [
      'Repita la petición con el mismo `Idempotency-Key`: no se registrará dos veces. Si no lo incluía, compruebe antes qué hay.',
      'Retry with the same `Idempotency-Key`: it will not be recorded twice. If there was none, check what was recorded first.',
    ],
    detail:
      'The connection to the event log broke while the command was being recorded. Send it again with the same Idempotency-Key: it will not be recorded twice. Without a key, check what was recorded before you repeat it.',
    retryAfter: 1,
  },
} as const satisfies Readonly<Record<string, CodeText>>
