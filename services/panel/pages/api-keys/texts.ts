import { type TextTable, textTable } from '@ecmr/contract'
import { MOST_API_KEYS, type Scope } from '@ecmr/accounts'

/** How long a new key may work. */
export const lifetimes = ['never', '30', '90', '365', 'date'] as const
export type Lifetime = (typeof lifetimes)[number]

/** What the pages about API keys say. */
export const texts = textTable({
  title: ['Claves API', 'API keys'],
  intro: [
    'Con una clave, sus programas usan la API en nombre de su empresa. Haga una para cada programa: así podrá revocarla sin parar los demás.',
    'With a key, your programs use the API on behalf of your company. Create one for each program, so that you can revoke it without affecting the others.',
  ],
  list: ['Claves de la empresa', 'Keys of the company'],
  empty: ['Todavía no hay ninguna clave.', 'There are no keys yet.'],
  name: ['Nombre', 'Name'],
  nameHint: [
    'Para reconocerla: qué programa la usa y dónde.',
    'For example, which program uses it and where.',
  ],
  key: ['Clave', 'Key'],
  scopes: ['Permisos', 'Scopes'],
  scopesHint: ['Dé solo los que el programa necesita.', 'Give only those that the program needs.'],
  created: ['Creada', 'Created'],
  expires: ['Caduca', 'Expires'],
  lastUsed: ['Último uso', 'Last used'],
  state: ['Estado', 'State'],
  active: ['Activa', 'Active'],
  revoked: ['Revocada', 'Revoked'],
  expired: ['Caducada', 'Expired'],
  doesNotExpire: ['No caduca', 'Does not expire'],
  neverUsed: ['Sin usar', 'Never used'],
  revoke: ['Revocar', 'Revoke'],
  revokeOf: [(name: string) => `Revocar la clave ${name}`, (name: string) => `Revoke the key ${name}`],
  make: ['Crear una clave', 'Create a key'],
  makeButton: ['Crear la clave', 'Create the key'],
  lifetime: ['Caducidad', 'Expiry'],
  lifetimes: {
    never: ['No caduca', 'Does not expire'],
    '30': ['A los 30 días', 'After 30 days'],
    '90': ['A los 90 días', 'After 90 days'],
    '365': ['A los 365 días', 'After 365 days'],
    date: ['En la fecha que indique abajo', 'On the date given below'],
  } satisfies TextTable<Lifetime>,
  date: ['Último día de validez', 'Last valid day'],
  dateHint: [
    'Solo si ha elegido una fecha. La clave sirve hasta el final de ese día.',
    'Only if you have chosen a date. The key works until the end of that day.',
  ],
  scopeTexts: {
    'ecmrs:read': {
      name: ['Leer cartas de porte', 'Read consignment notes'],
      allows: [
        'Consulta las cartas de porte, su historial y los cambios de la empresa.',
        'Reads consignment notes, their history and the company’s changes.',
      ],
    },
    'ecmrs:write': {
      name: ['Escribir cartas de porte', 'Write consignment notes'],
      allows: [
        'Crea y modifica cartas de porte: estados, firmas, incidencias, reservas y anulaciones.',
        'Creates and changes consignment notes: states, signatures, incidents, reservations, cancellations.',
      ],
    },
    webhooks: {
      name: ['Gestionar webhooks', 'Manage webhooks'],
      allows: [
        'Registra, cambia y elimina webhooks, y ve y repite sus entregas.',
        'Registers, changes and deletes webhooks, and sees and repeats their deliveries.',
      ],
    },
    ocr: {
      name: ['Leer documentos', 'Read documents'],
      allows: [
        'Extrae los datos de la foto de un documento; no guarda nada.',
        'Extracts the data from the picture of a document; stores nothing.',
      ],
    },
  } satisfies Readonly<Record<Scope, TextTable<'name' | 'allows'>>>,
  faults: {
    tooLong: ['Escriba como mucho 100 caracteres.', 'Enter at most 100 characters.'],
    unprintable: [
      'Escriba el nombre en una sola línea, sin caracteres de control.',
      'Write the name in one line, without control characters.',
    ],
    noDate: ['Escriba el último día de validez.', 'Enter the last valid day.'],
    pastDate: [
      'Elija un día que no haya pasado, antes del año 10000.',
      'Choose a day that has not passed, before the year 10000.',
    ],
  },
  tooMany: [
    `Su empresa ya tiene ${MOST_API_KEYS} claves activas, que son las que puede tener. Revoque una que ya no use.`,
    `Your company has ${MOST_API_KEYS} active keys, which is the maximum. Revoke one that you no longer use.`,
  ],
  made: ['La clave está creada', 'Key created'],
  madeOnce: [
    'Cópiela ahora: no se vuelve a mostrar y no la guardamos. Si la pierde, revóquela y cree otra.',
    'Copy it now. It is not stored and not shown again. If you lose it, revoke it and create another.',
  ],
  keepSecret: [
    'Trátela como una contraseña: no la ponga en páginas web, correos ni repositorios.',
    'Treat it like a password: keep it out of web pages, mails and repositories.',
  ],
  try: ['Pruébela', 'Try it'],
  tries: {
    'ecmrs:write': [
      'Este comando crea una carta de porte de ejemplo con ella:',
      'This command creates an example of a consignment note with it:',
    ],
    'ecmrs:read': [
      'Este comando lista las cartas de porte con ella:',
      'This command lists the consignment notes with it:',
    ],
    webhooks: ['Este comando lista los webhooks con ella:', 'This command lists the webhooks with it:'],
  },
  copyKey: ['Copiar la clave', 'Copy the key'],
  copyCommand: ['Copiar el comando', 'Copy the command'],
  backToList: ['Volver a las claves', 'Back to the keys'],
  madeBefore: ['Esta clave ya se había creado', 'This key was already created'],
  madeBeforeSentence: [
    'El formulario se ha enviado dos veces y la clave se creó la primera. No se puede mostrar otra vez: si no la copió, revóquela y cree otra.',
    'The form was sent twice. The key was created and shown the first time. If you did not copy it, revoke it and create another.',
  ],
  revokeTitle: ['¿Revocar esta clave?', 'Revoke this key?'],
  revokeWarning: [
    'En menos de un segundo la API dejará de aceptarla, y los programas que la usan recibirán errores. No se puede deshacer.',
    'Within a second the API will stop accepting it, and programs that use it will get errors. This cannot be undone.',
  ],
  revokeButton: ['Revocar la clave', 'Revoke the key'],
  pages: [
    (page: number, total: number) => `Página ${page} de ${total}`,
    (page: number, total: number) => `Page ${page} of ${total}`,
  ],
})
