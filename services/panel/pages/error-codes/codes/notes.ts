import type { CodeText } from '../code-text.js'

/** Codes of commands that a consignment note does not take. */
export const noteCodes = {
  already_exists: {
    title: 'Ya existe una carta de porte con este id',
    why: [
      'La petición incluye un `id` que ya tiene otra carta de porte de su empresa.',
      'The request includes an `id` that another note of your company already has.',
    ],
    remedy: [
      'Si repite una creación, lea esa carta de porte; use el mismo `Idempotency-Key` para repetir sin riesgo. Si es otra, envíe otro `id` o ninguno.',
      'If you are retrying, read that note; use the same `Idempotency-Key` to retry safely. If it is a different note, send another `id` or none.',
    ],
    detail: 'The note ECMR-2026-000000042-6 has this id.',
  },
  invalid_transition: {
    title: 'La carta de porte no puede pasar a ese estado desde el actual',
    why: [
      'El estado solo avanza: borrador, asignada, en tránsito, entregada. `allowed_transitions` indica a cuáles puede pasar ahora.',
      'The status only moves forward: draft, assigned, in transit, delivered. `allowed_transitions` lists the possible ones.',
    ],
    remedy: [
      'Lea la carta de porte y envíe uno de los estados permitidos. El estado no vuelve atrás: corrija un error con una incidencia o una anulación, y una entrega registrada por error con `POST /api/ecmrs/{id}/delivery-reversal`.',
      'Read the note and send one of the allowed statuses. The status cannot go back: correct a mistake with an incident, or cancel the note; take back a delivery recorded by mistake with `POST /api/ecmrs/{id}/delivery-reversal`.',
    ],
    detail: 'The note is in_transit and cannot go back to draft; it can go to delivered or incident.',
    more: { allowed_transitions: ['delivered', 'incident'] },
  },
  incident_open: {
    title: 'Resuelva primero la incidencia abierta',
    why: [
      'Mientras haya una incidencia abierta, la carta de porte no avanza. El destinatario sí puede firmar, con reservas en `remarks`.',
      'While an incident is open, the note cannot move forward. Only the receiver can sign, with reservations in `remarks`.',
    ],
    remedy: [
      'Resuelva cada incidencia indicada con `POST /api/ecmrs/{id}/incidents/{incident_id}/resolution` y repita la petición.',
      'Resolve each listed incident with `POST /api/ecmrs/{id}/incidents/{incident_id}/resolution`, then retry.',
    ],
    detail: 'Resolve the open incidents first: 0199c3a4-7d1e-7b52-9f3e-2a6d4c8e1b70 (delay).',
  },
  cancelled: {
    title: 'La carta de porte está anulada y no se puede modificar',
    why: ['Una anulación es definitiva.', 'A cancellation is final.'],
    remedy: ['Cree otra carta de porte.', 'Create another note.'],
    detail: 'This note was cancelled at 2026-11-25T09:30:00.000Z; create a new one instead.',
  },
  cannot_cancel: {
    title: 'El transportista ha firmado o recogido la mercancía; la carta de porte ya no se puede anular',
    why: [
      'Desde que el transportista firma o recoge la mercancía, la carta de porte es prueba de un contrato en curso.',
      'Once the carrier has signed or taken over the goods, the note is evidence of a contract in progress.',
    ],
    remedy: [
      'Comunique lo ocurrido como incidencia y resuélvala con su resultado.',
      'Report what happened as an incident and resolve it with its outcome.',
    ],
    detail: 'The carrier has signed: report an incident instead.',
  },
  not_in_transit: {
    title: 'La mercancía no está en camino',
    why: [
      'El cambio de vehículo en ruta es para mercancía que se ha recogido y no se ha entregado.',
      'A vehicle change on the way is for goods that were taken over and are not delivered.',
    ],
    remedy: [
      'Antes de la recogida, envíe los datos del vehículo con `PATCH /api/ecmrs/{id}`. Después de la entrega ya no cambian.',
      'Before pickup, send the fields of the vehicle with `PATCH /api/ecmrs/{id}`. After delivery they no longer change.',
    ],
    detail: 'The goods have not been taken over: edit the vehicle and driver of the note instead.',
  },
  cannot_revert: {
    title: 'No hay ninguna entrega que se pueda retirar',
    why: [
      'La carta de porte no está entregada, o ya se borraron sus datos personales.',
      'The note is not delivered, or its personal data were erased.',
    ],
    remedy: [
      'Lea la carta de porte: `delivered_at` y `status` dicen cómo está. No hace falta retirar lo que no consta.',
      'Read the note: `delivered_at` and `status` tell where it stands. What is not recorded need not be taken back.',
    ],
    detail: 'No delivery is recorded, so there is none to take back.',
  },
  amendment_reason_required: {
    title: 'Este cambio necesita un motivo: envíe amendment_reason',
    why: [
      'La carta de porte está firmada o la mercancía está en camino. Cada cambio debe indicar el motivo.',
      'The note is signed or the goods are in transit. Every change must state its reason.',
    ],
    remedy: [
      'Repita la petición con `amendment_reason`. El motivo queda en el historial y en el documento.',
      'Repeat the request with `amendment_reason`. The reason is kept in the history and shown in the document.',
    ],
    detail: 'This note is signed: give a reason for the change.',
  },
  field_not_editable: {
    title: 'Algunos de estos datos ya no se pueden cambiar',
    why: [
      'Con la mercancía en camino solo se pueden cambiar la entrega, el vehículo, el conductor, los transportistas sucesivos y las instrucciones; tras la entrega, ningún dato.',
      'While the goods are in transit, only the delivery side, vehicle, driver, successive carriers and instructions can change; after delivery, nothing can.',
    ],
    remedy: [
      'Quite los campos indicados en `errors`. Comunique lo demás como incidencia o reserva.',
      'Remove the fields listed in `errors`. Record anything else as an incident or a reservation.',
    ],
    detail:
      'The goods are in transit: only the delivery side, vehicle, driver, successive carriers and instructions can change.',
    more: {
      errors: [
        { pointer: '/sender_city', code: 'not_editable', message: 'sender_city can no longer be changed.' },
      ],
    },
  },
  already_signed: {
    title: 'Esta parte ya ha firmado el contenido actual',
    why: [
      'La firma de esta parte cubre el contenido actual.',
      'The signature of this role covers the current content.',
    ],
    remedy: [
      'No hace falta nada. Si el contenido cambia, se puede volver a firmar.',
      'No action is needed. If the content changes, the role can sign again.',
    ],
    detail: 'The carrier signed this content at 2026-11-25T09:30:00.000Z.',
  },
  signature_required: {
    title: 'La política estricta de la empresa exige antes las firmas',
    why: [
      'La política `strict` de su empresa no permite este paso sin las firmas que exige el régimen aplicable.',
      'Your company’s `strict` policy does not allow this step without the signatures required by the applicable regime.',
    ],
    remedy: [
      'Registre las firmas que faltan con `POST /api/ecmrs/{id}/signatures` y repita la petición.',
      'Record the missing signatures with `POST /api/ecmrs/{id}/signatures`, then retry.',
    ],
    detail: 'Signatures of the current content are missing: sender, carrier.',
  },
  incomplete: {
    title: 'La política estricta de la empresa exige antes los datos completos',
    why: [
      'La política `strict` de su empresa no permite este paso sin los datos que exige el régimen aplicable.',
      'Your company’s `strict` policy does not allow this step without the data required by the applicable regime.',
    ],
    remedy: [
      'Complete los campos indicados en `errors` y repita la petición. `compliance` en la carta de porte explica por qué hace falta cada uno.',
      'Fill in the fields listed in `errors`, then retry. `compliance` in the note explains why each is needed.',
    ],
    detail: 'Name the carrier first.',
    more: {
      errors: [
        { pointer: '/carrier_company_name', code: 'required', message: 'Needed to assign a carrier.' },
      ],
    },
  },
  incident_not_found: {
    title: 'Esta carta de porte no tiene esa incidencia',
    why: [
      'Ninguna incidencia de esta carta de porte tiene ese `incident_id`.',
      'No incident of this note has that `incident_id`.',
    ],
    remedy: [
      'Lea la carta de porte: `incidents` las enumera con su `incident_id`.',
      'Read the note: `incidents` lists them with their `incident_id`.',
    ],
    detail: 'This note has no incident 0199c3a4-7d1e-7b52-9f3e-2a6d4c8e1b70.',
  },
  incident_resolved: {
    title: 'Esta incidencia ya está resuelta',
    why: ['Una incidencia se resuelve una sola vez.', 'An incident can only be resolved once.'],
    remedy: [
      'No hace falta nada. Si ha ocurrido algo más, comunique otra incidencia.',
      'No action is needed. If something else happened, report another incident.',
    ],
    detail: 'It was resolved at 2026-11-25T09:30:00.000Z: continue.',
  },
  invitation_not_found: {
    title: 'Esta carta de porte no tiene esa invitación',
    why: [
      'Ninguna invitación a firmar de esta carta de porte tiene ese `invitation_id`.',
      'No invitation to sign of this note has that `invitation_id`.',
    ],
    remedy: [
      '`GET /api/ecmrs/{id}/invitations` enumera las invitaciones de la carta de porte.',
      '`GET /api/ecmrs/{id}/invitations` lists the invitations of the note.',
    ],
    detail: 'The note has no such invitation to sign.',
  },
  invitation_closed: {
    title: 'Esta invitación ya no está abierta',
    why: [
      'La persona invitada ya ha firmado, o ha dicho que no se firma. Eso queda registrado y no se revoca.',
      'The invited person has signed, or has stated that the party does not sign. That stays on record and cannot be revoked.',
    ],
    remedy: [
      'Si hace falta otra firma, haga otra invitación.',
      'If another signature is needed, make another invitation.',
    ],
    detail: 'The invitation was answered at 2026-11-25T09:30:00.000Z; that stays on record.',
  },
  attachment_not_found: {
    title: 'Esta carta de porte no tiene ese adjunto',
    why: [
      'Ningún adjunto de esta carta de porte tiene ese `attachment_id`.',
      'No attachment of this note has that `attachment_id`.',
    ],
    remedy: [
      '`GET /api/ecmrs/{id}/attachments` enumera los adjuntos de la carta de porte.',
      '`GET /api/ecmrs/{id}/attachments` lists the attachments of the note.',
    ],
    detail: 'The note has no such attachment; list its attachments.',
  },
  share_not_found: {
    title: 'Esta carta de porte no se comparte así',
    why: [
      'Ningún uso compartido de esta carta de porte tiene ese `share_id`.',
      'No share of this note has that `share_id`.',
    ],
    remedy: [
      '`GET /api/ecmrs/{id}/shares` enumera con quién se comparte la carta de porte.',
      '`GET /api/ecmrs/{id}/shares` lists with whom the note is shared.',
    ],
    detail: 'The note has no such share.',
  },
  already_shared: {
    title: 'Esta carta de porte ya se comparte así',
    why: [
      'La empresa ya tiene este acceso a la carta de porte, en este papel.',
      'The company already has this access to the note, in this role.',
    ],
    remedy: [
      'No hace falta nada. Para otro papel, comparta de nuevo con otro `role`.',
      'No action is needed. For another role, share again with another `role`.',
    ],
    detail: 'The note has been shared like this since 2026-11-25T09:30:00.000Z.',
  },
  not_shareable: {
    title: 'Esta carta de porte no se puede compartir con esta empresa',
    why: [
      'Ninguna empresa que admita cartas de porte compartidas tiene ese identificador, o es la empresa a la que pertenece la carta de porte.',
      'No company that takes shared notes has this handle, or it is the company that the note belongs to.',
    ],
    remedy: [
      'Pregunte a la otra empresa por su identificador: está en su página «Empresa» y en `GET /api/me`.',
      'Ask the other company for its handle: it is on its page “Company” and in `GET /api/me`.',
    ],
    detail: 'No company that takes shared notes has the handle c-0123456789ab.',
  },
  not_in_your_share: {
    title: 'El acceso compartido no incluye esto',
    why: [
      'La carta de porte es de otra empresa, que la comparte con la suya para leerla o para actuar en un papel. Modificarla, anularla, emitir documentos y compartirla es cosa de la empresa a la que pertenece.',
      'The note belongs to another company, which shares it with yours to read it or to act in a role. Editing, cancelling, issuing documents and sharing are up to the company that it belongs to.',
    ],
    remedy: [
      'Pida a esa empresa que lo haga, o que comparta la carta de porte en el papel que hace falta.',
      'Ask that company to do it, or to share the note in the role that it takes.',
    ],
    detail:
      'The note is shared with your company, and this is not among what it may do. Ask the company that it belongs to.',
  },
  reservation_not_allowed: {
    title: 'Ahora no se puede registrar una reserva',
    why: [
      'Tras la entrega solo el destinatario puede hacer reservas.',
      'After delivery only the receiver can make reservations.',
    ],
    remedy: [
      'Registre la reserva en nombre del destinatario (`by: receiver`) o comunique lo ocurrido como incidencia.',
      'Record the reservation on behalf of the receiver (`by: receiver`), or report what happened as an incident.',
    ],
    detail: 'The goods are delivered: only the receiver, not the carrier, can make reservations now.',
  },
  too_many: {
    title: 'La carta de porte ha alcanzado un límite',
    why: [
      'Cada carta de porte tiene un límite de incidencias, reservas, firmas, invitaciones, accesos compartidos, documentos y eventos. El detalle indica cuál se ha alcanzado.',
      'Each note has limits for incidents, reservations, signatures, invitations, shares, documents and events. The detail names the limit reached.',
    ],
    remedy: [
      'Cree otra carta de porte para continuar. Esta aún se puede terminar: firmar, recoger, entregar, resolver, anular.',
      'Create another note to continue. You can still complete this one: sign, pick up, deliver, resolve, cancel.',
    ],
    detail:
      'A note has at most 100 incidents, and this one has reached that. Create another note to continue; this one can still be completed.',
  },
  note_too_large: {
    title: 'La carta de porte sería demasiado grande',
    why: [
      'Los campos de una carta de porte ocupan como máximo 256 KiB, y todos sus eventos, 4 MiB.',
      'The fields of a note can take up to 256 KiB, and all its events up to 4 MiB.',
    ],
    remedy: [
      'Acorte los textos o reparta la mercancía en varias cartas de porte.',
      'Shorten the texts or split the goods across several notes.',
    ],
    detail: 'The fields of a note can take at most 256 KiB; these take 271360 bytes.',
  },
  invalid_command: {
    title: 'La orden no es válida',
    why: [
      'La petición está bien formada, pero se contradice o no tiene sentido para esta carta de porte.',
      'The request is well-formed, but contradicts itself or does not make sense for this note.',
    ],
    remedy: [
      'Corrija lo que indican el detalle y, si lo hay, `errors`.',
      'Fix what the detail and, if present, `errors` describe.',
    ],
    detail: 'Some fields contradict each other.',
    more: {
      errors: [
        {
          pointer: '/delivery_date',
          code: 'contradiction',
          message: 'delivery_date is before pickup_date.',
        },
      ],
    },
  },
  version_conflict: {
    title: 'La carta de porte se ha modificado al mismo tiempo',
    why: [
      'Varias peticiones modificaban la carta de porte a la vez y esta no tuvo turno. No se ha registrado nada.',
      'Several requests were changing the note at once and this one did not get a turn. Nothing was recorded.',
    ],
    remedy: [
      'Lea la carta de porte y repita el cambio si todavía hace falta.',
      'Read the note and repeat the change if it is still needed.',
    ],
    detail: 'The note was being changed by other requests. Nothing was recorded; read it and try again.',
  },
  stale_version: {
    title: 'Ha cambiado desde entonces',
    why: [
      'La petición incluye `If-Match` con una versión que ya no es la actual. No se ha registrado nada.',
      'The request has an `If-Match` with a version that is no longer current. Nothing was recorded.',
    ],
    remedy: [
      'Lea de nuevo la carta de porte o la ficha, compruebe que el cambio sigue siendo correcto y envíelo con el `ETag` nuevo, que también incluye esta respuesta.',
      'Read the note or entry again, check that the change still applies and send it with the new `ETag`, which this response also includes.',
    ],
    detail: 'The note is at version 5. Read it again, then repeat the change if it still applies.',
  },
  erasure_held: {
    title: 'La ley obliga por ahora a conservar estos datos',
    why: [
      'Los datos personales no se pueden borrar con la mercancía en camino o con una incidencia abierta.',
      'Personal data cannot be erased while the goods are in transit or an incident is open.',
    ],
    remedy: ['Solicítelo de nuevo tras la entrega.', 'Try again after delivery.'],
    detail:
      'The law requires this data to be kept while the goods are in transit or an incident is open: try again after delivery.',
  },
  unknown_history: {
    title: 'El historial contiene eventos que esta versión no conoce; actualice antes',
    why: [
      'Una versión más reciente del servicio escribió en esta carta de porte y este proceso es más antiguo. No se ha registrado nada.',
      'A newer version of the service wrote to this note, and this process is older. Nothing was recorded.',
    ],
    remedy: [
      'Avise al operador del servicio: todos los procesos deben tener la misma versión.',
      'Contact the operator of the service: all processes must run the same version.',
    ],
    detail: 'This note’s history has EcmrRerouted; upgrade before changing it.',
  },
  quota_exceeded: {
    title: 'El almacenamiento de la empresa está agotado',
    why: [
      'Los eventos y documentos de su empresa ocupan todo el almacenamiento de su plan.',
      'Your company’s events and documents use all the storage in its plan.',
    ],
    remedy: [
      'Solicite más almacenamiento al operador del servicio; `GET /api/usage` muestra el uso. Las cartas de porte abiertas aún se pueden entregar, resolver y anular.',
      'Ask the operator for more storage; `GET /api/usage` shows the usage. Open notes can still be delivered, resolved and cancelled.',
    ],
    detail:
      'Your company’s notes use all 20 GiB of the pro plan. Notes can still be delivered, resolved and cancelled; ask the operator for more storage.',
  },
} as const satisfies Readonly<Record<string, CodeText>>
