import { type TextTable, textTable } from '@ecmr/contract'
import { MOST_API_KEYS, type Scope } from '@ecmr/accounts'

/** How long a new key may work. */
export const lifetimes = ['never', '30', '90', '365', 'date'] as const
export type Lifetime = (typeof lifetimes)[number]

/** What the pages about API keys say. */
export const texts = textTable({
  title: ['Claves API', 'API keys'],
  intro: [
    'Sus programas usan la API de su empresa con una clave. Cree una para cada programa: así podrá revocarla sin afectar a los demás.',
    'Your programs use an API key to act on behalf of your company. Create one per program, so you can revoke it without affecting the others.',
  ],
  list: ['Claves de la empresa', 'Company keys'],
  empty: ['Todavía no hay claves.', 'No keys yet.'],
  name: ['Nombre', 'Name'],
  nameHint: [
    'Por ejemplo, qué programa la usa y dónde.',
    'For example, the program that uses it and where it runs.',
  ],
  key: ['Clave', 'Key'],
  mode: ['Datos', 'Data'],
  modeHint: [
    'Las claves de prueba trabajan con datos aparte: cartas ECMR-TEST-…, sin efecto legal, y sus propios webhooks.',
    'Test keys work with separate data: notes ECMR-TEST-…, without legal effect, and their own webhooks.',
  ],
  modes: { live: ['Datos reales', 'Real data'], test: ['Datos de prueba', 'Test data'] } satisfies TextTable<
    'live' | 'test'
  >,
  scopes: ['Permisos', 'Permissions'],
  scopesHint: ['Marque solo los que el programa necesite.', 'Select only those the program needs.'],
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
  revokeOf: [(name: string) => `Revocar la clave ${name}`, (name: string) => `Revoke key ${name}`],
  make: ['Crear clave', 'Create key'],
  makeButton: ['Crear clave', 'Create key'],
  lifetime: ['Caducidad', 'Expiry'],
  lifetimes: {
    never: ['No caduca', 'Does not expire'],
    '30': ['A los 30 días', 'After 30 days'],
    '90': ['A los 90 días', 'After 90 days'],
    '365': ['A los 365 días', 'After 365 days'],
    date: ['En la fecha indicada abajo', 'On the date below'],
  } satisfies TextTable<Lifetime>,
  date: ['Último día de validez', 'Last valid day'],
  dateHint: [
    'Solo si ha elegido una fecha. La clave funciona hasta el final de ese día.',
    'Only if you chose a date. The key works until the end of that day.',
  ],
  scopeTexts: {
    'ecmrs:read': {
      name: ['Leer cartas de porte', 'Read consignment notes'],
      allows: [
        'Consultar las cartas de porte, su historial y los eventos de la empresa.',
        'Read consignment notes, their history and the company’s events.',
      ],
    },
    'ecmrs:write': {
      name: ['Crear y modificar cartas de porte', 'Create and change consignment notes'],
      allows: [
        'Crear y modificar cartas de porte: estados, firmas, incidencias, reservas y anulaciones.',
        'Create and change consignment notes: statuses, signatures, incidents, reservations and cancellations.',
      ],
    },
    webhooks: {
      name: ['Gestionar webhooks', 'Manage webhooks'],
      allows: [
        'Crear, cambiar y eliminar webhooks, y ver y repetir sus entregas.',
        'Create, change and delete webhooks, and view and retry their deliveries.',
      ],
    },
    ocr: {
      name: ['Leer documentos en papel', 'Read paper documents'],
      allows: [
        'Extraer los datos de la foto de un documento, sin guardar nada.',
        'Extract the data from a picture of a document, without storing anything.',
      ],
    },
  } satisfies Readonly<Record<Scope, TextTable<'name' | 'allows'>>>,
  faults: {
    tooLong: ['Escriba como mucho 100 caracteres.', 'Enter at most 100 characters.'],
    unprintable: [
      'Escriba el nombre en una sola línea, sin caracteres de control.',
      'Enter the name on one line, without control characters.',
    ],
    noDate: ['Escriba el último día de validez.', 'Enter the last valid day.'],
    pastDate: [
      'Elija un día futuro, anterior al año 10000.',
      'Choose a day in the future, before the year 10000.',
    ],
  },
  tooMany: [
    `Su empresa ha alcanzado el máximo de ${MOST_API_KEYS} claves activas. Revoque alguna que ya no use.`,
    `Your company has reached the maximum of ${MOST_API_KEYS} active keys. Revoke one you no longer use.`,
  ],
  made: ['Clave creada', 'Key created'],
  madeOnce: [
    'Cópiela ahora: no la guardamos y no se volverá a mostrar. Si la pierde, revóquela y cree otra.',
    'Copy it now. We do not store it and will not show it again. If you lose it, revoke it and create another.',
  ],
  keepSecret: [
    'Trátela como una contraseña: no la incluya en páginas web, correos ni repositorios.',
    'Treat it like a password: keep it out of web pages, emails and repositories.',
  ],
  try: ['Pruébela', 'Try it'],
  tries: {
    'ecmrs:write': [
      'Este comando crea una carta de porte de ejemplo:',
      'This command creates an example consignment note:',
    ],
    'ecmrs:read': ['Este comando muestra las cartas de porte:', 'This command lists consignment notes:'],
    webhooks: ['Este comando muestra los webhooks:', 'This command lists webhooks:'],
  },
  copyKey: ['Copiar la clave', 'Copy key'],
  copyCommand: ['Copiar el comando', 'Copy command'],
  tryInDocs: ['Probar en la documentación', 'Try it in the documentation'],
  backToList: ['Volver a las claves', 'Back to keys'],
  madeBefore: ['Esta clave ya se había creado', 'This key was already created'],
  madeBeforeSentence: [
    'El formulario se ha enviado dos veces. La clave se creó y se mostró la primera vez. Si no la copió, revóquela y cree otra.',
    'The form was submitted twice. The key was created and shown the first time. If you did not copy it, revoke it and create another.',
  ],
  revokeTitle: ['¿Revocar esta clave?', 'Revoke this key?'],
  revokeWarning: [
    'La API dejará de aceptarla en menos de un segundo y los programas que la usan recibirán errores. No se puede deshacer.',
    'The API will stop accepting it within a second, and programs that use it will get errors. This cannot be undone.',
  ],
  revokeButton: ['Revocar clave', 'Revoke key'],
  pages: [
    (page: number, total: number) => `Página ${page} de ${total}`,
    (page: number, total: number) => `Page ${page} of ${total}`,
  ],
})
