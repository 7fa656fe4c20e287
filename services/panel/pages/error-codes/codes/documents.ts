import type { CodeText } from '../code-text.js'

/** Codes of documents, proofs and readings of paper. */
export const documentCodes = {
  document_required: {
    title: 'La política estricta de la empresa exige antes el documento emitido',
    why: [
      'Con la política `strict`, en un transporte dentro de España no se puede recoger la mercancía sin documento de control.',
      'With the `strict` policy, goods transported within Spain cannot be taken over without a control document.',
    ],
    remedy: [
      'Emita el documento con `POST /api/ecmrs/{id}/documents` y repita la petición.',
      'Issue the document with `POST /api/ecmrs/{id}/documents`, then retry.',
    ],
    detail: 'Issue the control document first: the goods cannot be taken over within Spain without it.',
  },
  document_version_taken: {
    title: 'Se ha emitido otra versión del documento al mismo tiempo',
    why: [
      'Dos peticiones emitían el documento a la vez y la otra llegó antes.',
      'Two requests were issuing the document at once and the other one came first.',
    ],
    remedy: [
      'Lea la versión emitida con `GET /api/ecmrs/{id}/documents` y emita otra si le falta algo.',
      'Read the issued version with `GET /api/ecmrs/{id}/documents` and issue another if anything is missing.',
    ],
    detail:
      'Version 2 of this document was issued at the same time; read it and issue another if anything is missing.',
  },
  regime_does_not_apply: {
    title: 'Este tipo de documento no se aplica a este transporte',
    why: [
      'El documento de control `deca` es solo para transportes dentro de España; este no lo es, según sus países y `transport_type`.',
      'The control document `deca` is only for transport within Spain; going by its countries and `transport_type`, this is not.',
    ],
    remedy: [
      'Emita un documento de tipo `cmr`, o corrija los países o `transport_type`.',
      'Issue a document of kind `cmr`, or correct the countries or `transport_type`.',
    ],
    detail:
      'A DeCA is only for transport within Spain: issue a document of kind cmr, or correct transport_type and the countries.',
  },
  document_not_issued: {
    title: 'No se ha emitido ningún documento de esta carta de porte',
    why: [
      'Ha solicitado el documento actual y todavía no hay ninguno.',
      'You requested the current document and there is none yet.',
    ],
    remedy: [
      'Emítalo con `POST /api/ecmrs/{id}/documents`, o pida un borrador con `preview=true`.',
      'Issue it with `POST /api/ecmrs/{id}/documents`, or request a draft with `preview=true`.',
    ],
    detail: 'Issue the document first (POST …/documents), or send preview=true for a draft.',
  },
  document_too_large: {
    title: 'El documento sería demasiado grande',
    why: [
      'El máximo es de 5.000.000 de bytes. El detalle indica qué ocupa más.',
      'The maximum is 5,000,000 bytes. The detail names the largest parts.',
    ],
    remedy: [
      'Acorte los textos, o reparta la mercancía en varias cartas de porte.',
      'Shorten the texts or split the goods across several notes.',
    ],
    detail:
      'The document would be 5,210,000 bytes; the maximum is 5,000,000. Largest parts: history (4,900,000 bytes).',
  },
  different_parties: {
    title: 'Estas cartas de porte no pueden compartir documento',
    why: [
      'Un documento conjunto solo admite transportes dentro de España, no anulados, con el mismo cargador y el mismo transportista.',
      'A joint document covers transport within Spain, not cancelled, with the same shipper and carrier.',
    ],
    remedy: [
      'Quite la carta de porte que indica el detalle o emita un documento propio para ella.',
      'Remove the note named in the detail, or issue a separate document for it.',
    ],
    detail: 'Note 0199c3a4-7d1e-7b52-9f3e-2a6d4c8e1b70 has a different carrier from the first one.',
  },
  too_early: {
    title: 'La dirección del documento todavía no se puede cerrar',
    why: [
      'Las autoridades pueden solicitar el documento hasta siete días después de la entrega.',
      'Authorities may request the document until seven days after delivery.',
    ],
    remedy: [
      'Repita la petición a partir de `closable_from`. Si es `null`, la mercancía no se ha entregado.',
      'Retry from `closable_from` on. `null` means the goods have not been delivered.',
    ],
    detail:
      'Authorities may still request the document; its address can be closed from 2026-12-02T09:30:00.000Z on.',
    more: { closable_from: '2026-12-02T09:30:00.000Z' },
  },
  test_note: {
    title: 'No disponible para cartas de porte de prueba',
    why: [
      'La carta de porte se creó con una clave de prueba. Sus documentos no se envían por correo, para no confundir a los destinatarios.',
      'The note was created with a test key. Its documents are not emailed, so that recipients are not confused.',
    ],
    remedy: [
      'Descargue el documento, o repita la petición con una clave `ecmr_live_…` y una carta de porte real.',
      'Download the document, or repeat the request with a key `ecmr_live_…` and a real note.',
    ],
    detail: 'Nothing was sent: test documents are not sent by email.',
  },
  mail_not_configured: {
    title: 'El correo no está configurado en esta instalación',
    why: [
      'Esta instalación no tiene servidor de correo. No se ha enviado nada.',
      'This installation has no mail server. Nothing was sent.',
    ],
    remedy: [
      'Envíe la `url` del documento por su cuenta o pida al operador que configure `SMTP_URL`.',
      'Share the document’s `url` yourself, or ask the operator to set `SMTP_URL`.',
    ],
    detail:
      'Nothing was sent: the operator of this service must set SMTP_URL. Share the document’s url yourself.',
  },
  too_many_mails: {
    title: 'La empresa ha alcanzado el límite de correos de hoy',
    why: [
      'Hay un límite de correos por empresa y día (UTC). No se ha enviado nada.',
      'There is a daily email limit for each company (UTC). Nothing was sent.',
    ],
    remedy: [
      'Espere lo que indica `Retry-After` o envíe la `url` del documento por su cuenta.',
      'Wait for the time in `Retry-After`, or share the document’s `url` yourself.',
    ],
    detail: 'A company can send 100 emails a day (UTC), and 0 are left today. Nothing was sent.',
    retryAfter: 37_800,
  },
  documents_unavailable: {
    title: 'Ahora no se pueden generar o leer documentos',
    why: [
      'El generador de documentos o su almacenamiento no responden. No se ha registrado nada.',
      'The document renderer or storage is not responding. Nothing was recorded.',
    ],
    remedy: [
      'Repita la petición tras `Retry-After` con el mismo `Idempotency-Key`.',
      'Retry after `Retry-After` with the same `Idempotency-Key`.',
    ],
    detail: 'The document cannot be created right now and nothing was recorded; try again in 5 s.',
    retryAfter: 5,
  },
  proof_too_large: {
    title: 'La prueba sería demasiado grande para verificarla',
    why: [
      'Una prueba contiene los eventos y documentos de la carta de porte y tiene un límite de bytes.',
      'A proof contains the note’s events and documents and has a size limit.',
    ],
    remedy: [
      'Solicite la prueba de un momento anterior con `as_of`.',
      'Request the proof as of an earlier time with `as_of`.',
    ],
    detail:
      'The proof would have 510,303,168 bytes with the note’s documents. Ask for it as of an earlier instant.',
  },
  evidence_off: {
    title: 'Esta instalación no tiene configuradas las pruebas',
    why: [
      'El operador no ha configurado una clave del registro.',
      'The operator has not configured a log key.',
    ],
    remedy: [
      'Pida al operador que configure `EVIDENCE_KEY_FILE`. Repetir la petición no sirve.',
      'Ask the operator to set `EVIDENCE_KEY_FILE`. Retrying does not help.',
    ],
    detail: 'Proofs are not set up: the operator of this service must set EVIDENCE_KEY_FILE.',
  },
  image_too_large: {
    title: 'La imagen es demasiado grande',
    why: [
      'La imagen supera el límite de bytes o de píxeles. `errors` indica el límite.',
      'The image exceeds the limit in bytes or pixels. `errors` states the limit.',
    ],
    remedy: [
      'Reduzca o comprima la imagen y envíela de nuevo.',
      'Resize or compress the image and send it again.',
    ],
    detail: 'Send a smaller image.',
    more: {
      errors: [
        {
          pointer: '/image',
          code: 'too_many_pixels',
          message: 'Send at most 50 megapixels; this image has 12000 × 9000.',
        },
      ],
    },
  },
  attachment_withdrawn: {
    title: 'El adjunto está retirado',
    why: [
      'El adjunto se retiró. Queda en el historial, pero su archivo ya no se entrega.',
      'The attachment was withdrawn. It stays in the history, but its file is not given out any more.',
    ],
    remedy: [
      'Añada el archivo correcto como otro adjunto. El motivo de la retirada está en `GET /api/ecmrs/{id}/attachments`.',
      'Add the right file as another attachment. `GET /api/ecmrs/{id}/attachments` says why it was withdrawn.',
    ],
    detail: 'The attachment was withdrawn at 2026-11-25T09:30:00.000Z, and is not given out any more.',
  },
  too_many_uploads: {
    title: 'Se están enviando demasiados archivos a la vez',
    why: [
      'Su empresa, o el servicio en conjunto, ha alcanzado el máximo de archivos que se reciben a la vez. Este no se ha guardado.',
      'Your company, or the service as a whole, has reached the maximum number of files that are received at once. This one was not kept.',
    ],
    remedy: [
      'Envíe menos archivos en paralelo y repita la petición tras `Retry-After`.',
      'Send fewer files in parallel, and repeat the request after `Retry-After`.',
    ],
    detail: 'Too many files are being sent at once, and this one was not taken; send it again in 2 s.',
    retryAfter: 2,
  },
  too_many_readings: {
    title: 'Se están leyendo demasiados documentos a la vez',
    why: [
      'Su empresa, o el servicio en conjunto, ha alcanzado el máximo de lecturas en curso.',
      'Your company, or the service as a whole, has reached the maximum number of readings in progress.',
    ],
    remedy: [
      'Espere a las respuestas y continúe tras `Retry-After`.',
      'Wait for the responses and continue after `Retry-After`.',
    ],
    detail: 'Wait for responses before you send more documents; try again in 5 s.',
    retryAfter: 5,
  },
  ocr_unavailable: {
    title: 'Ahora no se pueden leer documentos',
    why: [
      'El lector de documentos no responde. No se ha leído nada.',
      'The document reader is not responding. Nothing was read.',
    ],
    remedy: ['Repita la petición tras `Retry-After`.', 'Retry after `Retry-After`.'],
    detail: 'Nothing was read; try again in 5 s.',
    retryAfter: 5,
  },
} as const satisfies Readonly<Record<string, CodeText>>
