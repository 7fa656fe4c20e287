import { textTable } from '@ecmr/contract'

/** What the pages about webhooks themselves say. */
export const texts = textTable({
  title: ['Webhooks', 'Webhooks'],
  one: ['Webhook', 'Webhook'],
  intro: [
    'Un webhook avisa a sus sistemas cuando pasa algo con una carta de porte: le enviamos una petición firmada a la dirección que indique.',
    'A webhook notifies your systems when a consignment note changes: we send a signed request to your address.',
  ],
  used: [
    (count: number, most: number) => `${count} de ${most} webhooks`,
    (count: number, most: number) => `${count} of ${most} webhooks`,
  ],
  register: ['Registrar un webhook', 'Register a webhook'],
  full: [
    (most: number) =>
      `Su empresa tiene ya los ${most} webhooks que puede tener. Elimine uno antes de registrar otro.`,
    (most: number) =>
      `Your company has reached the maximum of ${most} webhooks. Delete one before you register another.`,
  ],
  empty: ['Todavía no hay ningún webhook.', 'There are no webhooks yet.'],
  url: ['Dirección (URL)', 'Address (URL)'],
  urlHint: [
    'Donde su sistema recibe los avisos: pública, con https y sin usuario ni contraseña.',
    'Where your system receives notifications: public, with https, without user name and password.',
  ],
  events: ['Avisos', 'Notifications'],
  eventsHint: ['De qué quiere que le avisemos.', 'The events that you want to receive.'],
  description: ['Descripción', 'Description'],
  descriptionHint: ['Para reconocerlo.', 'Helps you recognise it.'],
  rate: ['Máximo por segundo', 'Most per second'],
  rateHint: [
    'Avisos por segundo, de 1 a 1000. Vacío: sin límite.',
    'Notifications a second, from 1 to 1000. Empty: no limit.',
  ],
  includeUrl: ['Incluir la dirección pública del documento', 'Include the public address of the document'],
  includeUrlHint: [
    'Quien la tiene puede leer el documento. Sin marcar, los avisos solo dicen qué versión hay y su huella SHA-256.',
    'Whoever has it can read the document. Otherwise notifications tell its version and SHA-256 only.',
  ],
  documentUrl: ['Dirección del documento', 'Address of the document'],
  urlIncluded: ['Se incluye en los avisos', 'Included in notifications'],
  urlLeftOut: ['No se incluye', 'Not included'],
  withUrl: ['con la dirección del documento', 'with the document’s address'],
  unlimited: ['Sin límite', 'No limit'],
  perSecond: [(count: string) => `${count} por segundo`, (count: string) => `${count} a second`],
  state: ['Estado', 'State'],
  lastDelivery: ['Última entrega', 'Last delivery'],
  noDelivery: ['Ninguna todavía', 'None yet'],
  failures: [(count: string) => `${count} fallos seguidos`, (count: string) => `${count} failures in a row`],
  oneFailure: ['1 fallo', '1 failure'],
  failingSince: ['Falla desde el', 'Failing since'],
  pausedUntil: ['En pausa hasta el', 'Paused until'],
  pausedHint: [
    'Ha fallado muchas veces seguidas. Después se prueba con un solo envío.',
    'It failed many times in a row. After the pause, a single delivery is attempted.',
  ],
  created: ['Registrado', 'Registered'],
  updated: ['Último cambio', 'Last change'],
  id: ['Identificador', 'Identifier'],
  previousSecret: ['El secreto anterior firma también hasta el', 'The previous secret also signs until'],
  tabs: {
    overview: ['Resumen', 'Overview'],
    replays: ['Reenvíos', 'Replays'],
    edit: ['Cambiar', 'Change'],
    secret: ['Secreto', 'Secret'],
  },
  facts: ['Datos', 'Facts'],
  edit: ['Cambiar el webhook', 'Change the webhook'],
  save: ['Guardar los cambios', 'Save the changes'],
  enable: ['Activar', 'Enable'],
  enableHint: [
    'Recibirá lo que pase desde ahora; lo que se perdió lo trae un reenvío.',
    'It receives events from now on. Request a replay to get the missed ones.',
  ],
  disable: ['Desactivar', 'Disable'],
  disableConfirm: [
    '¿Desactivar el webhook? Lo que está en espera se cancela.',
    'Disable the webhook? Waiting deliveries are cancelled.',
  ],
  disableHint: [
    'Deja de recibir avisos, y lo que está en espera se cancela.',
    'It receives no more notifications. Waiting deliveries are cancelled.',
  ],
  delete: ['Eliminar el webhook', 'Delete the webhook'],
  deleteTitle: ['¿Eliminar este webhook?', 'Delete this webhook?'],
  deleteWarning: [
    'Deja de recibir avisos, lo que está en espera se cancela y sus entregas ya no se podrán consultar. No se puede deshacer.',
    'It receives no more notifications, waiting deliveries are cancelled, and its delivery log is no longer available. This cannot be undone.',
  ],
  testTitle: ['Enviar una prueba', 'Send a test'],
  testHint: [
    'Se envía una vez un aviso de ejemplo, marcado como prueba, y se muestra lo que responde. Puede tardar hasta 20 segundos.',
    'Sends an example notification, marked as a test, once and shows the response. This can take up to 20 seconds.',
  ],
  testEvent: ['Aviso de ejemplo', 'Example'],
  testButton: ['Enviar la prueba', 'Send the test'],
  perDay: ['Entregas de los últimos 7 días', 'Deliveries of the last 7 days'],
  noneInDays: ['Ninguna entrega en estos días.', 'No deliveries on these days.'],
  registered: ['El webhook está registrado', 'Webhook registered'],
  secretOnce: [
    'Copie el secreto ahora: no se vuelve a mostrar.',
    'Copy the secret now. It is not shown again.',
  ],
  secretUse: [
    'Compruebe con él la cabecera «webhook-signature» de cada aviso, según Standard Webhooks (www.standardwebhooks.com).',
    'Use it to verify the header “webhook-signature” of each notification, as Standard Webhooks specifies (www.standardwebhooks.com).',
  ],
  copySecret: ['Copiar el secreto', 'Copy the secret'],
  toWebhook: ['Ir al webhook', 'Go to the webhook'],
  registeredBefore: ['Este webhook ya se había registrado', 'This webhook was already registered'],
  registeredBeforeSentence: [
    'El formulario se ha enviado dos veces y el secreto se mostró la primera. Si no lo copió, cámbielo por uno nuevo en la página del webhook.',
    'The form was sent twice. The secret was shown the first time. If you did not copy it, replace it on the page of the webhook.',
  ],
  registeredDeleted: [
    'El webhook que registró este formulario se ha eliminado después. Abra un formulario nuevo para registrar otro.',
    'The webhook that this form registered has been deleted since. Open a new form to register another.',
  ],
  secretTitle: ['Cambiar el secreto', 'Replace the secret'],
  secretIntro: [
    'Se crea un secreto nuevo, que se muestra una sola vez. Durante un tiempo firman los dos, para que pueda cambiar su receptor con calma.',
    'Creates a new secret and shows it once. Both secrets sign for a while, so that you have time to update your receiver.',
  ],
  overlap: [
    'Horas que el secreto anterior sigue firmando',
    'Hours for which the previous secret still signs',
  ],
  overlapHint: [
    'De 0 a 168. Ponga 0 si el secreto se ha filtrado: los anteriores dejan de valer al momento.',
    'From 0 to 168. Enter 0 if the secret has leaked: previous secrets end immediately.',
  ],
  rotate: ['Cambiar el secreto', 'Replace the secret'],
  rotated: ['El secreto está cambiado', 'Secret replaced'],
  rotatedBefore: ['El secreto ya se había cambiado', 'The secret was already replaced'],
  rotatedBeforeSentence: [
    'El formulario se ha enviado dos veces y el secreto nuevo se mostró la primera. Si no lo copió, cámbielo otra vez.',
    'The form was sent twice. The new secret was shown the first time. If you did not copy it, replace it again.',
  ],
  until: [
    (at: string) => `El secreto anterior firma también hasta el ${at}.`,
    (at: string) => `The previous secret also signs until ${at}.`,
  ],
  backToList: ['Todos los webhooks', 'All webhooks'],
  refused: {
    disabled_by_operator: [
      'El operador del servicio desactivó este webhook; solo él puede activarlo.',
      'The operator of the service has disabled this webhook. Only the operator can enable it.',
    ],
    webhook_disabled: [
      'A un webhook desactivado no se envía nada. Actívelo primero.',
      'Nothing is sent to a disabled webhook. Enable it first.',
    ],
    under_way: [
      'Se está enviando en este momento. Mire primero cómo acaba.',
      'This delivery is being sent. Wait for the result.',
    ],
    too_many_secrets: [
      'Todavía firman demasiados secretos anteriores. Espere a que acaben, o ponga 0 horas para acabar con ellos.',
      'Too many previous secrets still sign. Wait until they end, or enter 0 hours to end them.',
    ],
  },
  faults: {
    url: {
      too_long: [
        'La dirección no puede pasar de 2048 caracteres.',
        'The address must not exceed 2048 characters.',
      ],
      invalid_url: [
        'Escriba una dirección completa, como https://ejemplo.com/avisos.',
        'Enter a complete address, such as https://example.com/hooks.',
      ],
      invalid_scheme: [
        'La dirección debe empezar por https:// o http://.',
        'The address must begin with https:// or http://.',
      ],
      https_required: [
        'La dirección debe empezar por https://: las cartas de porte no se envían sin cifrar.',
        'The address must begin with https://. Notes are only sent encrypted.',
      ],
      credentials_in_url: [
        'Quite el usuario y la contraseña; compruebe la firma en su lugar.',
        'Remove the user name and password. Verify the signature instead.',
      ],
      fragment_in_url: ['Quite la parte desde la almohadilla (#).', 'Remove the part after #.'],
      forbidden_address: [
        'La dirección debe llevar a direcciones públicas de Internet, y no a un puerto de este servicio.',
        'The address must resolve to public internet addresses and must not be a port of this service.',
      ],
    },
    unprintable: [
      'Escriba una sola línea, sin caracteres de control.',
      'Write one line, without control characters.',
    ],
    rate: [
      'Escriba un número entero de 1 a 1000, o nada.',
      'Enter a whole number from 1 to 1000, or nothing.',
    ],
    overlap: ['Escriba un número entero de 0 a 168.', 'Enter a whole number from 0 to 168.'],
  },
})

/** What the delivery log and the page of one delivery say. */
export const deliveryTexts = textTable({
  log: ['Entregas', 'Deliveries'],
  logHint: ['Se guardan 30 días.', 'They are kept for 30 days.'],
  empty: ['No hay entregas.', 'There are no deliveries.'],
  emptyFiltered: ['No hay entregas así. Cambie los filtros.', 'No deliveries match these filters.'],
  status: ['Estado', 'Status'],
  event: ['Aviso', 'Notification'],
  since: ['Desde', 'From'],
  until: ['Antes de', 'Before'],
  all: ['Todos', 'All'],
  filter: ['Filtrar', 'Filter'],
  clear: ['Quitar los filtros', 'Remove the filters'],
  note: ['Carta de porte', 'Consignment note'],
  attempts: ['Intentos', 'Attempts'],
  recorded: ['Ocurrió', 'Happened'],
  next: ['Próximo intento', 'Next attempt'],
  finished: ['Terminó', 'Finished'],
  test: ['Prueba', 'Test'],
  replayed: ['Reenvío', 'Replay'],
  newest: ['Las más recientes', 'The newest'],
  older: ['Más antiguas', 'Older'],
  openOf: [
    (event: string, number: string) => `Ver la entrega de ${event}, ${number}`,
    (event: string, number: string) => `Look at the delivery of ${event}, ${number}`,
  ],
  title: ['Entrega', 'Delivery'],
  version: ['Versión de la carta de porte', 'Version of the consignment note'],
  webhookId: ['Cabecera «webhook-id»', 'Header “webhook-id”'],
  noAnswer: ['Sin respuesta', 'No response'],
  took: ['Duración', 'Took'],
  milliseconds: [(count: string) => `${count} ms`, (count: string) => `${count} ms`],
  attemptTitle: [(number: string) => `Intento ${number}`, (number: string) => `Attempt ${number}`],
  body: ['Lo que respondió', 'Response'],
  emptyBody: ['La respuesta no tenía texto.', 'The response was empty.'],
  cut: [
    (shown: string, all: string) => `Se muestran los primeros ${shown} caracteres de ${all}.`,
    (shown: string, all: string) => `The first ${shown} characters of ${all} are shown.`,
  ],
  noAttempts: ['Todavía no se ha intentado.', 'It has not been attempted yet.'],
  attemptsShown: [
    (shown: string, all: string) => `Se muestran ${shown} de ${all} intentos.`,
    (shown: string, all: string) => `${shown} of ${all} attempts are shown.`,
  ],
  later: ['Intentos posteriores', 'Later attempts'],
  earlier: ['Intentos anteriores', 'Earlier attempts'],
  payload: ['Lo que se envía', 'What is sent'],
  payloadCut: [
    (shown: string, all: string) =>
      `Se muestran los primeros ${shown} caracteres de ${all}. La API lo da entero.`,
    (shown: string, all: string) =>
      `The first ${shown} characters of ${all} are shown. The API gives the whole.`,
  ],
  retry: ['Enviar otra vez ahora', 'Send again now'],
  retryHint: [
    'Se envía una vez de inmediato, y si falla, los intentos comienzan de nuevo.',
    'Sends it immediately. If that fails, the schedule of attempts starts again.',
  ],
  refresh: ['Actualizar', 'Reload'],
  stillWaiting: [
    'Todavía no hay respuesta. Actualice la página en unos segundos.',
    'No response yet. Reload the page in a few seconds.',
  ],
  back: ['Volver al webhook', 'Back to the webhook'],
  faults: {
    instant: ['Escriba una fecha y una hora.', 'Enter a date and a time.'],
    order: ['Debe ser posterior a «Desde».', 'This must be later than “From”.'],
    cursor: [
      'La página pedida ya no existe. Estas son las más recientes.',
      'This page no longer exists. These are the newest deliveries.',
    ],
  },
})

/** What the pages about replays say. */
export const replayTexts = textTable({
  title: ['Reenvíos', 'Replays'],
  intro: [
    'Un reenvío manda otra vez lo que ya pasó, también lo de antes de que existiera el webhook. Su receptor reconoce los avisos repetidos por la cabecera «webhook-id».',
    'A replay sends past events again, including events from before the webhook was registered. Your receiver can recognise repeats by the header “webhook-id”.',
  ],
  ask: ['Pedir un reenvío', 'Request a replay'],
  since: ['Desde', 'From'],
  sinceHint: ['Lo que ocurrió en ese momento o después.', 'What happened at that time or later.'],
  until: ['Antes de', 'Before'],
  untilHint: ['Vacío: hasta ahora.', 'Empty: up to now.'],
  position: ['O desde una posición', 'Or from a position'],
  positionHint: [
    'La «position» de un evento de GET /api/events, en lugar de una fecha.',
    'The “position” of an event of GET /api/events, instead of a time.',
  ],
  events: ['Avisos', 'Notifications'],
  eventsHint: [
    'Puede pedir también otros que los que recibe.',
    'You can also choose events that the webhook does not receive.',
  ],
  onlyFailed: ['Solo las entregas que no llegaron', 'Only deliveries that did not arrive'],
  button: ['Pedir el reenvío', 'Request the replay'],
  latest: ['Últimos reenvíos', 'Latest replays'],
  empty: ['No se ha pedido ninguno.', 'There are no replays yet.'],
  status: ['Estado', 'Status'],
  asked: ['Pedido', 'Requested'],
  range: ['Qué', 'What'],
  fromTime: [(since: string) => `Desde el ${since}`, (since: string) => `From ${since}`],
  fromTo: [
    (since: string, until: string) => `Del ${since} al ${until}`,
    (since: string, until: string) => `From ${since} to ${until}`,
  ],
  fromPosition: [
    (position: string) => `Desde la posición ${position}`,
    (position: string) => `From position ${position}`,
  ],
  onlyFailedShort: ['Solo lo que no llegó', 'Only what did not arrive'],
  one: ['Reenvío', 'Replay'],
  scanned: ['Eventos revisados', 'Events scanned'],
  queued: ['Entregas puestas en cola', 'Deliveries queued'],
  pending: ['En espera todavía', 'Still waiting'],
  reached: ['Ha llegado hasta', 'Progress'],
  notBegun: ['Todavía no ha comenzado.', 'Not started yet.'],
  finished: ['Terminó', 'Finished'],
  doneHint: [
    'Terminado significa que todo está en la cola; la lista de entregas muestra qué ha llegado.',
    'Done means that everything is queued; the list of deliveries shows what has arrived.',
  ],
  refresh: ['Actualizar', 'Reload'],
  cancel: ['Cancelar el reenvío', 'Cancel the replay'],
  cancelConfirm: [
    '¿Cancelar el reenvío? Lo que aún espera no se enviará.',
    'Cancel the replay? Waiting deliveries will not be sent.',
  ],
  back: ['Volver a los reenvíos', 'Back to the replays'],
  underWay: [
    'Ya hay un reenvío en curso a este webhook. Espere a que acabe, o cancélelo.',
    'A replay to this webhook is already running. Wait until it ends, or cancel it.',
  ],
  disabled: [
    'A un webhook desactivado no se envía nada. Actívelo primero.',
    'Nothing is sent to a disabled webhook. Enable it first.',
  ],
  atMost: [(count: string) => `${count} o más`, (count: string) => `${count} or more`],
  faults: {
    since: {
      required: ['Indique desde cuándo, o desde qué posición.', 'Enter a start time or a position.'],
      invalid_format: ['Escriba una fecha y una hora.', 'Enter a date and a time.'],
      out_of_range: ['Elija un momento que ya haya pasado.', 'Choose a time that has passed.'],
    },
    until: {
      invalid_format: ['Escriba una fecha y una hora.', 'Enter a date and a time.'],
      out_of_range: ['Debe ser posterior a «Desde».', 'This must be later than “From”.'],
      not_together: ['Solo vale junto con «Desde».', 'Use this only together with “From”.'],
    },
    from_position: {
      out_of_range: [
        'No es una posición a la que haya llegado el registro. Si es antigua, indique una fecha.',
        'The log has not reached this position. If the position is old, enter a time instead.',
      ],
      not_together: [
        'Indique una fecha o una posición, no las dos.',
        'Enter a time or a position, not both.',
      ],
      too_long: ['No es una posición.', 'Enter a valid position.'],
    },
  },
})
