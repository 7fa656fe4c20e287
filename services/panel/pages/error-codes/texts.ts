import { textTable } from '@ecmr/contract'

/** What the pages about errors say besides what is said of each code. */
export const errorPageTexts = textTable({
  title: ['Errores de la API', 'API errors'],
  about: [
    'Los errores se devuelven como `application/problem+json` (RFC 9457). Use `code` en sus programas; `type` es la dirección de la página del código. Pueden añadirse códigos nuevos.',
    'Errors are returned as `application/problem+json` (RFC 9457). Use `code` in your programs; `type` is the address of the code’s page. New codes may be added.',
  ],
  retries: [
    'Repita la misma petición solo si la respuesta incluye `Retry-After`. Con el mismo `Idempotency-Key`, nada se registra dos veces.',
    'Retry the same request only if the response includes `Retry-After`. With the same `Idempotency-Key`, nothing is recorded twice.',
  ],
  status: ['Estado HTTP', 'HTTP status'],
  code: ['Código', 'Code'],
  meaning: ['Significado', 'Meaning'],
  why: ['Causa', 'Cause'],
  remedy: ['Qué hacer', 'What to do'],
  example: ['Ejemplo de respuesta', 'Example response'],
  all: ['Todos los códigos', 'All codes'],
  documentation: ['Documentación de la API', 'API documentation'],
})
