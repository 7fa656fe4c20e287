import { textTable } from '@ecmr/contract'

/** What the pages about webhooks themselves say. */
export const texts = textTable({
  title: ['Webhooks', 'Webhooks'],
  one: ['Webhook', 'Webhook'],
  intro: [
    'Un webhook avisa a sus sistemas cuando cambia una carta de porte: enviamos una petición firmada a la dirección que indique.',
    'Webhooks notify your systems when a consignment note changes: we send a signed request to your address.',
  ],
  used: [
    (count: number, most: number) => `${count} de ${most} webhooks`,
    (count: number, most: number) => `${count} of ${most} webhooks`,
  ],
  register: ['Añadir webhook', 'Add webhook'],
  full: [
    (most: number) => `Su empresa ha alcanzado el máximo de ${most} webhooks. Elimine uno para añadir otro.`,
    (most: number) => `Your company has reached the maximum of ${most} webhooks. Delete one to add another.`,
  ],
  empty: ['Todavía no hay webhooks.', 'No webhooks yet.'],
  url: ['Dirección (URL)', 'URL'],
  urlHint: [
    'Donde su sistema recibe los eventos: pública, con https y sin usuario ni contraseña.',
    'Where your system receives events. It must be public and use https, without a user name or password.',
  ],
  events: ['Eventos', 'Events'],
  eventsHint: ['Elija los eventos que quiere recibir.', 'Select the events you want to receive.'],
  description: ['Descripción', 'Description'],
  descriptionHint: ['Para reconocerlo en la lista.', 'Helps you recognise it in the list.'],
  rate: ['Máximo por segundo', 'Maximum per second'],
  rateHint: [
    'Eventos por segundo, de 1 a 1000. En blanco: sin límite.',
    'Events per second, from 1 to 1000. Blank: no limit.',
  ],
  includeUrl: ['Incluir la dirección pública del documento', 'Include the document’s public URL'],
  includeUrlHint: [
    'Cualquiera que la tenga puede leer el documento. Si no la marca, los eventos solo indican la versión y su huella SHA-256.',
    'Anyone with the URL can read the document. Otherwise, events include only its version and SHA-256 hash.',
  ],
  documentUrl: ['Dirección del documento', 'Document URL'],
  urlIncluded: ['Se incluye en los eventos', 'Included in events'],
  urlLeftOut: ['No se incluye', 'Not included'],
  withUrl: ['con la dirección del documento', 'with document URL'],
  unlimited: ['Sin límite', 'No limit'],
  perSecond: [(count: string) => `${count} por segundo`, (count: string) => `${count} per second`],
  state: ['Estado', 'State'],
  lastDelivery: ['Última entrega', 'Last delivery'],
  noDelivery: ['Ninguna todavía', 'None yet'],
  failures: [(count: string) => `${count} fallos seguidos`, (count: string) => `${count} failures in a row`],
  oneFailure: ['1 fallo', '1 failure'],
  failingSince: ['Falla desde el', 'Failing since'],
  pausedUntil: ['En pausa hasta el', 'Paused until'],
  pausedHint: [
    'Ha fallado muchas veces seguidas. Después de la pausa se probará con un solo envío.',
    'It failed many times in a row. After the pause, one delivery is attempted.',
  ],
  created: ['Creado', 'Created'],
  updated: ['Último cambio', 'Last change'],
  id: ['Identificador', 'ID'],
  previousSecret: ['El secreto anterior firma también hasta el', 'The previous secret also signs until'],
  tabs: {
    overview: ['Resumen', 'Overview'],
    replays: ['Reenvíos', 'Replays'],
    edit: ['Editar', 'Edit'],
    secret: ['Secreto', 'Secret'],
  },
  facts: ['Datos', 'Details'],
  edit: ['Editar webhook', 'Edit webhook'],
  save: ['Guardar cambios', 'Save changes'],
  enable: ['Activar', 'Enable'],
  enableHint: [
    'Recibirá los eventos desde ahora. Para recibir los anteriores, solicite un reenvío.',
    'It will receive events from now on. Request a replay to get the ones it missed.',
  ],
  disable: ['Desactivar', 'Disable'],
  disableConfirm: [
    '¿Desactivar el webhook? Las entregas pendientes se cancelarán.',
    'Disable the webhook? Pending deliveries will be cancelled.',
  ],
  disableHint: [
    'Dejará de recibir eventos y las entregas pendientes se cancelarán.',
    'It will stop receiving events. Pending deliveries are cancelled.',
  ],
  delete: ['Eliminar webhook', 'Delete webhook'],
  deleteTitle: ['¿Eliminar este webhook?', 'Delete this webhook?'],
  deleteWarning: [
    'Dejará de recibir eventos, se cancelarán las entregas pendientes y ya no podrá consultar las anteriores. No se puede deshacer.',
    'It will stop receiving events, pending deliveries are cancelled and its delivery log is deleted. This cannot be undone.',
  ],
  testTitle: ['Enviar una prueba', 'Send a test event'],
  testHint: [
    'Se envía una vez un evento de ejemplo, marcado como prueba, y se muestra la respuesta. Puede tardar hasta 20 segundos.',
    'Sends one sample event, marked as a test, and shows the response. This can take up to 20 seconds.',
  ],
  testEvent: ['Evento de ejemplo', 'Sample event'],
  testButton: ['Enviar prueba', 'Send test event'],
  perDay: ['Entregas de los últimos 7 días', 'Deliveries in the last 7 days'],
  noneInDays: ['Sin entregas en estos días.', 'No deliveries in this period.'],
  registered: ['Webhook creado', 'Webhook created'],
  secretOnce: [
    'Copie el secreto ahora: no se volverá a mostrar.',
    'Copy the secret now. It will not be shown again.',
  ],
  secretUse: [
    'Úselo para comprobar la cabecera «webhook-signature» de cada evento, según Standard Webhooks (www.standardwebhooks.com).',
    'Use it to verify the “webhook-signature” header of each event, as specified by Standard Webhooks (www.standardwebhooks.com).',
  ],
  copySecret: ['Copiar el secreto', 'Copy secret'],
  toWebhook: ['Ir al webhook', 'Go to webhook'],
  registeredBefore: ['Este webhook ya se había creado', 'This webhook was already created'],
  registeredBeforeSentence: [
    'El formulario se ha enviado dos veces y el secreto se mostró la primera. Si no lo copió, cámbielo en la página del webhook.',
    'The form was submitted twice. The secret was shown the first time. If you did not copy it, replace it on the webhook’s page.',
  ],
  registeredDeleted: [
    'El webhook que se creó con este formulario se ha eliminado. Para crear otro, abra un formulario nuevo.',
    'The webhook created with this form has since been deleted. To create another, open a new form.',
  ],
  secretTitle: ['Cambiar el secreto', 'Replace secret'],
  secretIntro: [
    'Se crea un secreto nuevo, que se muestra una sola vez. Durante un tiempo firman los dos, para que pueda actualizar su receptor.',
    'Creates a new secret, shown only once. Both secrets sign for a while, so you have time to update your receiver.',
  ],
  overlap: ['Horas que seguirá firmando el secreto anterior', 'Hours the previous secret keeps signing'],
  overlapHint: [
    'De 0 a 168. Escriba 0 si el secreto se ha filtrado: los anteriores dejarán de valer de inmediato.',
    'From 0 to 168. Enter 0 if the secret has leaked: previous secrets stop working immediately.',
  ],
  rotate: ['Cambiar secreto', 'Replace secret'],
  rotated: ['Secreto cambiado', 'Secret replaced'],
  rotatedBefore: ['El secreto ya se había cambiado', 'The secret was already replaced'],
  rotatedBeforeSentence: [
    'El formulario se ha enviado dos veces y el secreto nuevo se mostró la primera. Si no lo copió, cámbielo otra vez.',
    'The form was submitted twice. The new secret was shown the first time. If you did not copy it, replace it again.',
  ],
  until: [
    (at: string) => `El secreto anterior firma también hasta el ${at}.`,
    (at: string) => `The previous secret also signs until ${at}.`,
  ],
  backToList: ['Todos los webhooks', 'All webhooks'],
  refused: {
    disabled_by_operator: [
      'El operador del servicio ha desactivado este webhook y solo él puede activarlo.',
      'The operator of this service has disabled this webhook. Only they can enable it.',
    ],
    webhook_disabled: [
      'El webhook está desactivado. Actívelo primero.',
      'The webhook is disabled. Enable it first.',
    ],
    under_way: [
      'Esta entrega se está enviando. Espere al resultado.',
      'This delivery is being sent. Wait for the result.',
    ],
    too_many_keys: [
      'Este webhook no admite más claves de metadatos.',
      'This webhook cannot have more metadata keys.',
    ],
    too_many_secrets: [
      'Hay demasiados secretos anteriores en uso. Espere a que caduquen o escriba 0 horas para anularlos.',
      'Too many previous secrets are still in use. Wait until they expire, or enter 0 hours to end them.',
    ],
  },
  faults: {
    url: {
      too_long: [
        'La dirección no puede pasar de 2048 caracteres.',
        'The URL must not exceed 2048 characters.',
      ],
      invalid_url: [
        'Escriba una dirección completa, como https://ejemplo.com/eventos.',
        'Enter a complete URL, such as https://example.com/hooks.',
      ],
      invalid_scheme: [
        'La dirección debe empezar por https:// o http://.',
        'The URL must start with https:// or http://.',
      ],
      https_required: [
        'La dirección debe empezar por https://: las cartas de porte no se envían sin cifrar.',
        'The URL must start with https://. Consignment notes are only sent encrypted.',
      ],
      credentials_in_url: [
        'Quite el usuario y la contraseña. En su lugar, compruebe la firma.',
        'Remove the user name and password, and verify the signature instead.',
      ],
      fragment_in_url: [
        'Quite la almohadilla (#) y lo que la sigue.',
        'Remove the # and everything after it.',
      ],
      forbidden_address: [
        'La dirección debe ser pública en Internet y no usar un puerto de este servicio.',
        'The URL must resolve to public internet addresses and must not use a port of this service.',
      ],
    },
    unprintable: [
      'Escriba una sola línea, sin caracteres de control.',
      'Enter a single line, without control characters.',
    ],
    rate: [
      'Escriba un número entero de 1 a 1000 o déjelo en blanco.',
      'Enter a whole number from 1 to 1000, or leave it blank.',
    ],
    overlap: ['Escriba un número entero de 0 a 168.', 'Enter a whole number from 0 to 168.'],
  },
})

/** What the delivery log and the page of one delivery say. */
export const deliveryTexts = textTable({
  log: ['Entregas', 'Deliveries'],
  logHint: ['Se conservan 30 días.', 'Kept for 30 days.'],
  empty: ['No hay entregas.', 'No deliveries.'],
  emptyFiltered: ['Ninguna entrega cumple estos filtros.', 'No deliveries match these filters.'],
  status: ['Estado', 'Status'],
  event: ['Evento', 'Event'],
  since: ['Desde', 'From'],
  until: ['Antes de', 'Before'],
  all: ['Todos', 'All'],
  filter: ['Filtrar', 'Filter'],
  clear: ['Quitar filtros', 'Clear filters'],
  note: ['Carta de porte', 'Consignment note'],
  attempts: ['Intentos', 'Attempts'],
  recorded: ['Fecha', 'Date'],
  next: ['Próximo intento', 'Next attempt'],
  finished: ['Fin', 'Finished'],
  test: ['Prueba', 'Test'],
  replayed: ['Reenvío', 'Replay'],
  newest: ['Más recientes', 'Newest'],
  older: ['Más antiguas', 'Older'],
  openOf: [
    (event: string, number: string) => `Ver la entrega de ${event}, ${number}`,
    (event: string, number: string) => `View the delivery of ${event}, ${number}`,
  ],
  title: ['Entrega', 'Delivery'],
  version: ['Versión de la carta de porte', 'Consignment note version'],
  webhookId: ['Cabecera «webhook-id»', '“webhook-id” header'],
  noAnswer: ['Sin respuesta', 'No response'],
  took: ['Duración', 'Duration'],
  milliseconds: [(count: string) => `${count} ms`, (count: string) => `${count} ms`],
  attemptTitle: [(number: string) => `Intento ${number}`, (number: string) => `Attempt ${number}`],
  body: ['Respuesta', 'Response'],
  emptyBody: ['La respuesta estaba vacía.', 'The response was empty.'],
  cut: [
    (shown: string, all: string) => `Se muestran los primeros ${shown} caracteres de ${all}.`,
    (shown: string, all: string) => `The first ${shown} characters of ${all} are shown.`,
  ],
  noAttempts: ['Aún no se ha intentado.', 'Not attempted yet.'],
  attemptsShown: [
    (shown: string, all: string) => `Se muestran ${shown} de ${all} intentos.`,
    (shown: string, all: string) => `${shown} of ${all} attempts are shown.`,
  ],
  later: ['Intentos posteriores', 'Later attempts'],
  earlier: ['Intentos anteriores', 'Earlier attempts'],
  payload: ['Contenido', 'Payload'],
  payloadCut: [
    (shown: string, all: string) =>
      `Se muestran los primeros ${shown} caracteres de ${all}. El contenido completo está en la API.`,
    (shown: string, all: string) =>
      `The first ${shown} characters of ${all} are shown. The API returns the full payload.`,
  ],
  headers: ['Cabeceras enviadas', 'Headers sent'],
  curl: ['Comando cURL', 'cURL command'],
  curlHint: [
    'Repite la última petición desde su terminal, con la firma original. Los receptores que comprueban la hora la rechazan pasados cinco minutos. No incluye el secreto.',
    'Repeats the latest request from your terminal, with its original signature. Receivers that check the time reject it after five minutes. It does not contain the secret.',
  ],
  curlFile: [
    'El contenido es largo: guarde en payload.json, sin añadir espacios, el campo «payload» que devuelve la API para esta entrega.',
    'The body is long: save the “payload” field that the API returns for this delivery as payload.json, without adding spaces.',
  ],
  curlUrl: [
    'Si el evento incluía la dirección del documento, aquí falta: no se guarda con las entregas y la firma no coincidirá.',
    'If the event included the document URL, it is missing here: it is not stored with deliveries, so the signature will not match.',
  ],
  curlCopy: ['Copiar el comando', 'Copy command'],
  retry: ['Enviar de nuevo', 'Send again'],
  retryHint: [
    'Se envía de inmediato. Si falla, los intentos empiezan de nuevo.',
    'Sends it immediately. If it fails, the retry schedule starts again.',
  ],
  refresh: ['Actualizar', 'Reload'],
  stillWaiting: [
    'Aún no hay respuesta. Actualice la página en unos segundos.',
    'No response yet. Reload the page in a few seconds.',
  ],
  back: ['Volver al webhook', 'Back to webhook'],
  faults: {
    instant: ['Escriba una fecha y una hora.', 'Enter a date and a time.'],
    order: ['Debe ser posterior a «Desde».', 'This must be later than “From”.'],
    cursor: [
      'Esa página ya no existe. Estas son las entregas más recientes.',
      'That page no longer exists. These are the newest deliveries.',
    ],
  },
})

/** What the pages about replays say. */
export const replayTexts = textTable({
  title: ['Reenvíos', 'Replays'],
  intro: [
    'Un reenvío vuelve a enviar eventos anteriores, incluso de antes de crear el webhook. Su receptor reconoce los repetidos por la cabecera «webhook-id».',
    'A replay sends past events again, including those from before the webhook was created. Your receiver can recognise repeats by the “webhook-id” header.',
  ],
  ask: ['Solicitar un reenvío', 'Request a replay'],
  since: ['Desde', 'From'],
  sinceHint: ['Eventos de ese momento o posteriores.', 'Events at this time or later.'],
  until: ['Antes de', 'Before'],
  untilHint: ['En blanco: hasta ahora.', 'Blank: up to now.'],
  position: ['O desde una posición', 'Or from a position'],
  positionHint: [
    'La «position» de un evento de GET /api/events, en lugar de una fecha.',
    'The “position” of an event in GET /api/events, instead of a time.',
  ],
  events: ['Eventos', 'Events'],
  eventsHint: [
    'Puede elegir también eventos que el webhook no recibe.',
    'You can also select events the webhook does not receive.',
  ],
  onlyFailed: ['Solo las entregas fallidas', 'Failed deliveries only'],
  button: ['Solicitar reenvío', 'Request replay'],
  latest: ['Últimos reenvíos', 'Recent replays'],
  empty: ['Todavía no hay reenvíos.', 'No replays yet.'],
  status: ['Estado', 'Status'],
  asked: ['Solicitado', 'Requested'],
  range: ['Alcance', 'Scope'],
  fromTime: [(since: string) => `Desde el ${since}`, (since: string) => `From ${since}`],
  fromTo: [
    (since: string, until: string) => `Del ${since} al ${until}`,
    (since: string, until: string) => `From ${since} to ${until}`,
  ],
  fromPosition: [
    (position: string) => `Desde la posición ${position}`,
    (position: string) => `From position ${position}`,
  ],
  onlyFailedShort: ['Solo las fallidas', 'Failed only'],
  one: ['Reenvío', 'Replay'],
  scanned: ['Eventos revisados', 'Events scanned'],
  queued: ['Entregas en cola', 'Deliveries queued'],
  pending: ['Pendientes', 'Pending'],
  reached: ['Progreso', 'Progress'],
  notBegun: ['Aún no ha empezado.', 'Not started yet.'],
  finished: ['Fin', 'Finished'],
  doneHint: [
    'Terminado significa que todo está en la cola. La lista de entregas muestra qué se ha entregado.',
    'Done means everything is queued. The list of deliveries shows what was delivered.',
  ],
  refresh: ['Actualizar', 'Reload'],
  cancel: ['Cancelar reenvío', 'Cancel replay'],
  cancelConfirm: [
    '¿Cancelar el reenvío? Las entregas pendientes no se enviarán.',
    'Cancel the replay? Pending deliveries will not be sent.',
  ],
  back: ['Volver a los reenvíos', 'Back to replays'],
  underWay: [
    'Este webhook ya tiene un reenvío en curso. Espere a que termine o cancélelo.',
    'A replay to this webhook is already running. Wait until it finishes, or cancel it.',
  ],
  disabled: ['El webhook está desactivado. Actívelo primero.', 'The webhook is disabled. Enable it first.'],
  atMost: [(count: string) => `${count} o más`, (count: string) => `${count} or more`],
  faults: {
    since: {
      required: ['Indique una fecha o una posición.', 'Enter a start time or a position.'],
      invalid_format: ['Escriba una fecha y una hora.', 'Enter a date and a time.'],
      out_of_range: ['Elija un momento pasado.', 'Choose a time in the past.'],
    },
    until: {
      invalid_format: ['Escriba una fecha y una hora.', 'Enter a date and a time.'],
      out_of_range: ['Debe ser posterior a «Desde».', 'This must be later than “From”.'],
      not_together: ['Úselo solo junto con «Desde».', 'Use this only together with “From”.'],
    },
    from_position: {
      out_of_range: [
        'El registro no ha llegado a esta posición. Si es antigua, indique una fecha.',
        'The log has not reached this position. If the position is old, enter a time instead.',
      ],
      not_together: [
        'Indique una fecha o una posición, pero no ambas.',
        'Enter a time or a position, not both.',
      ],
      too_long: ['Escriba una posición válida.', 'Enter a valid position.'],
    },
  },
})
