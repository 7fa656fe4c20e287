import type { CodeText } from '../code-text.js'

/** Codes of requests that are not taken as they are. */
export const requestCodes = {
  malformed_request: {
    title: 'La petición no se puede leer',
    why: [
      'El HTTP no es válido, la dirección está mal codificada o la conexión se cortó.',
      'The HTTP is malformed, the address is badly encoded, or the connection was lost.',
    ],
    remedy: [
      'Revise la longitud y la codificación de la petición y envíela completa.',
      'Check the length and encoding of the request and send it in full.',
    ],
    detail: 'The address is not percent-encoded correctly.',
  },
  malformed_json: {
    title: 'El cuerpo no es JSON válido',
    why: ['El cuerpo no se puede leer como JSON.', 'The body cannot be read as JSON.'],
    remedy: [
      'Corrija el JSON donde indica el detalle. Genérelo con una biblioteca, no concatenando textos.',
      'Fix the JSON where the detail indicates. Generate it with a library instead of concatenating strings.',
    ],
    detail: 'Send valid JSON; it is invalid at line 3, column 14.',
  },
  invalid_request: {
    title: 'La petición no es válida',
    why: [
      'Algún campo, parámetro o cabecera no cumple la documentación. `errors` enumera todos los errores.',
      'A field, parameter or header is not as documented. `errors` lists all of them.',
    ],
    remedy: [
      'Corrija cada error: `pointer` indica dónde y `message` qué hacer.',
      'Fix each error: `pointer` says where and `message` what to do.',
    ],
    detail: 'Fix the 2 errors listed in errors.',
    more: {
      errors: [
        { pointer: '/sender_city', code: 'required', message: 'Send sender_city; it is required.' },
        {
          pointer: '/reciever_city',
          code: 'unknown_field',
          message: 'reciever_city is not a known field. Did you mean receiver_city?',
        },
      ],
    },
  },
  invalid_api_key: {
    title: 'Se necesita una clave API válida',
    why: [
      'La clave falta, es incorrecta, está revocada o ha caducado. La respuesta es la misma en todos los casos.',
      'The key is missing, malformed, unknown, revoked or expired. The response is the same in every case.',
    ],
    remedy: [
      'Envíe la clave en la cabecera `X-API-Key`. Los propietarios de la empresa crean claves en el panel.',
      'Send the key in the `X-API-Key` header. Owners of the company create keys in the panel.',
    ],
    detail: 'Send a valid API key in the header X-API-Key.',
  },
  insufficient_scope: {
    title: 'Esta clave API no tiene el permiso necesario',
    why: [
      'La clave es válida, pero no tiene el permiso que indica el detalle.',
      'The key is valid but lacks the scope named in the detail.',
    ],
    remedy: [
      'Use una clave con ese permiso. Los permisos de una clave no se pueden cambiar: cree otra.',
      'Use a key with that scope. The scopes of a key cannot be changed: create another key.',
    ],
    detail: 'This needs a key with the scope ecmrs:write.',
  },
  not_found: {
    title: 'No encontrado',
    why: [
      'La dirección no existe, o el recurso no existe o es de otra empresa. La respuesta no los distingue.',
      'The address does not exist, or the resource does not exist or belongs to another company. The response does not say which.',
    ],
    remedy: [
      'Compruebe el identificador, la dirección y que la clave sea de la empresa correcta.',
      'Check the identifier, the address and that the key belongs to the right company.',
    ],
    detail: 'There is nothing at this address that this key can access. Check the identifier.',
  },
  method_not_allowed: {
    title: 'Esta dirección no admite ese método',
    why: [
      'La dirección existe, pero no admite este método. La cabecera `Allow` indica cuáles admite.',
      'The address exists but does not support this method. The `Allow` header lists the supported ones.',
    ],
    remedy: ['Use uno de los métodos de `Allow`.', 'Use one of the methods in `Allow`.'],
    detail: 'Use one of GET, HEAD, OPTIONS, POST.',
  },
  not_acceptable: {
    title: 'Las respuestas son JSON',
    why: [
      'La cabecera `Accept` no admite `application/json`.',
      'The `Accept` header does not allow `application/json`.',
    ],
    remedy: [
      'Envíe `Accept: application/json` o quite la cabecera.',
      'Send `Accept: application/json` or omit the header.',
    ],
    detail: 'Responses are application/json; allow it in the Accept header.',
  },
  request_timeout: {
    title: 'La petición tardó demasiado en llegar',
    why: [
      'La petición no llegó completa a tiempo. No se ha registrado nada.',
      'The whole request did not arrive in time. Nothing was recorded.',
    ],
    remedy: [
      'Envíela de nuevo. Si la conexión es lenta, reduzca las imágenes.',
      'Send it again. On slow connections, reduce the size of images.',
    ],
    detail: 'Send the whole request within 120 s.',
  },
  body_too_large: {
    title: 'El cuerpo es demasiado grande',
    why: [
      'Cada dirección tiene un límite de bytes, que indica el detalle.',
      'Each address has a size limit, stated in the detail.',
    ],
    remedy: [
      'Envíe menos datos o repártalos en varias peticiones.',
      'Send less data or split it into several requests.',
    ],
    detail: 'The body can have at most 256 KiB here.',
  },
  unsupported_media_type: {
    title: 'El cuerpo debe ser JSON',
    why: [
      'La cabecera `Content-Type` falta o no es `application/json`.',
      'The `Content-Type` header is missing or is not `application/json`.',
    ],
    remedy: [
      'Envíe el cuerpo como JSON con `Content-Type: application/json`.',
      'Send the body as JSON with `Content-Type: application/json`.',
    ],
    detail: 'Send the body as application/json.',
  },
  request_headers_too_large: {
    title: 'Las cabeceras son demasiado grandes',
    why: ['Una petición admite hasta 16 KiB de cabeceras.', 'A request can have up to 16 KiB of headers.'],
    remedy: ['Envíe menos cabeceras, o más cortas.', 'Send fewer headers, or shorter ones.'],
    detail: 'Send at most 16 KiB of headers.',
  },
  idempotency_key_in_flight: {
    title: 'Hay en curso una petición con este Idempotency-Key',
    why: [
      'La primera petición con este `Idempotency-Key` no ha terminado.',
      'The first request with this `Idempotency-Key` has not finished.',
    ],
    remedy: [
      'Repita la misma petición tras `Retry-After` y recibirá la respuesta de la primera.',
      'Repeat the same request after `Retry-After` to get the response to the first one.',
    ],
    detail: 'The first request with this Idempotency-Key is still in progress. Repeat it in a moment.',
    retryAfter: 1,
  },
  idempotency_key_reused: {
    title: 'Este Idempotency-Key se usó en otra petición',
    why: [
      'Este `Idempotency-Key` ya se usó con otro cuerpo o en otra dirección. No se ha registrado nada.',
      'This `Idempotency-Key` was already used with another body or address. Nothing was recorded.',
    ],
    remedy: [
      'Use un `Idempotency-Key` nuevo para cada petición nueva y el mismo solo para repetirla.',
      'Use a new `Idempotency-Key` for each new request, and the same one only to retry it.',
    ],
    detail: 'This Idempotency-Key was used with another request. Use a new key for a new request.',
  },
  rate_limited: {
    title: 'Demasiadas peticiones',
    why: [
      'Se ha alcanzado un límite de peticiones o de bytes por minuto de la clave, la empresa o la red.',
      'A limit of requests or bytes per minute was reached for the key, the company or the network.',
    ],
    remedy: [
      'Espere lo que indica `Retry-After`. Las cabeceras `RateLimit-*` indican cuántas quedan. Con webhooks necesitará menos consultas.',
      'Wait for the time in `Retry-After`. The `RateLimit-*` headers show what is left. Use webhooks to avoid polling.',
    ],
    detail: 'At most 600 requests a minute; try again in 42 s.',
    retryAfter: 42,
  },
  too_many_reads: {
    title: 'Su empresa tiene demasiadas lecturas en curso',
    why: [
      'Cada empresa puede hacer pocas lecturas costosas a la vez (búsquedas, historiales, respuestas grandes).',
      'Each company can run only a few expensive reads at once (searches, histories, large responses).',
    ],
    remedy: [
      'Haga menos peticiones simultáneas y espere lo que indica `Retry-After`.',
      'Send fewer requests in parallel and wait for the time in `Retry-After`.',
    ],
    detail:
      'Your company has too many expensive reads in progress; try again in 2 s, with fewer requests in parallel.',
    retryAfter: 2,
  },
} as const satisfies Readonly<Record<string, CodeText>>
