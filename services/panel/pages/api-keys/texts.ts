import { MOST_API_KEYS, type Scope } from '@ecmr/accounts'
import { inBoth } from '../../texts/texts.js'

/** How long a new key may work. */
export const lifetimes = ['never', '30', '90', '365', 'date'] as const
export type Lifetime = (typeof lifetimes)[number]

interface ScopeText {
  readonly name: string
  readonly allows: string
}

/** What the pages about API keys say. */
export const texts = inBoth(
  {
    title: 'Claves API',
    intro:
      'Con una clave, sus programas usan la API en nombre de su empresa. Haga una para cada programa: así podrá revocarla sin parar los demás.',
    list: 'Claves de la empresa',
    empty: 'Todavía no hay ninguna clave.',
    name: 'Nombre',
    nameHint: 'Para reconocerla: qué programa la usa y dónde.',
    key: 'Clave',
    scopes: 'Permisos',
    scopesHint: 'Dé solo los que el programa necesita.',
    created: 'Creada',
    expires: 'Caduca',
    lastUsed: 'Último uso',
    state: 'Estado',
    active: 'Activa',
    revoked: 'Revocada',
    expired: 'Caducada',
    doesNotExpire: 'No caduca',
    neverUsed: 'Sin usar',
    revoke: 'Revocar',
    revokeOf: (name: string) => `Revocar la clave ${name}`,
    make: 'Crear una clave',
    makeButton: 'Crear la clave',
    lifetime: 'Caducidad',
    lifetimes: {
      never: 'No caduca',
      '30': 'A los 30 días',
      '90': 'A los 90 días',
      '365': 'A los 365 días',
      date: 'En la fecha que indique abajo',
    } satisfies Record<Lifetime, string>,
    date: 'Último día de validez',
    dateHint: 'Solo si ha elegido una fecha. La clave sirve hasta el final de ese día.',
    scopeTexts: {
      'ecmrs:read': {
        name: 'Leer cartas de porte',
        allows: 'Consulta las cartas de porte, su historial y los cambios de la empresa.',
      },
      'ecmrs:write': {
        name: 'Escribir cartas de porte',
        allows: 'Crea y modifica cartas de porte: estados, firmas, incidencias, reservas y anulaciones.',
      },
      webhooks: {
        name: 'Gestionar webhooks',
        allows: 'Registra, cambia y elimina webhooks, y ve y repite sus entregas.',
      },
      ocr: {
        name: 'Leer documentos',
        allows: 'Extrae los datos de la foto de un documento; no guarda nada.',
      },
    } satisfies Record<Scope, ScopeText>,
    faults: {
      tooLong: 'Escriba como mucho 100 caracteres.',
      unprintable: 'Escriba el nombre en una sola línea, sin caracteres de control.',
      noDate: 'Escriba el último día de validez.',
      pastDate: 'Elija un día que no haya pasado, antes del año 10000.',
    },
    tooMany: `Su empresa ya tiene ${MOST_API_KEYS} claves activas, que son las que puede tener. Revoque una que ya no use.`,
    made: 'La clave está creada',
    madeOnce: 'Cópiela ahora: no se vuelve a mostrar y no la guardamos. Si la pierde, revóquela y cree otra.',
    keepSecret: 'Trátela como una contraseña: no la ponga en páginas web, correos ni repositorios.',
    try: 'Pruébela',
    tries: {
      'ecmrs:write': 'Este comando crea una carta de porte de ejemplo con ella:',
      'ecmrs:read': 'Este comando lista las cartas de porte con ella:',
      webhooks: 'Este comando lista los webhooks con ella:',
    },
    copyKey: 'Copiar la clave',
    copyCommand: 'Copiar el comando',
    backToList: 'Volver a las claves',
    madeBefore: 'Esta clave ya se había creado',
    madeBeforeSentence:
      'El formulario se ha enviado dos veces y la clave se creó la primera. No se puede mostrar otra vez: si no la copió, revóquela y cree otra.',
    revokeTitle: '¿Revocar esta clave?',
    revokeWarning:
      'En menos de un segundo la API dejará de aceptarla, y los programas que la usan recibirán errores. No se puede deshacer.',
    revokeButton: 'Revocar la clave',
    pages: (page: number, total: number) => `Página ${page} de ${total}`,
  },
  {
    title: 'API keys',
    intro:
      'With a key, your programs use the API on behalf of your company. Create one for each program, so that you can revoke it without affecting the others.',
    list: 'Keys of the company',
    empty: 'There are no keys yet.',
    name: 'Name',
    nameHint: 'For example, which program uses it and where.',
    key: 'Key',
    scopes: 'Scopes',
    scopesHint: 'Give only those that the program needs.',
    created: 'Created',
    expires: 'Expires',
    lastUsed: 'Last used',
    state: 'State',
    active: 'Active',
    revoked: 'Revoked',
    expired: 'Expired',
    doesNotExpire: 'Does not expire',
    neverUsed: 'Never used',
    revoke: 'Revoke',
    revokeOf: (name: string) => `Revoke the key ${name}`,
    make: 'Create a key',
    makeButton: 'Create the key',
    lifetime: 'Expiry',
    lifetimes: {
      never: 'Does not expire',
      '30': 'After 30 days',
      '90': 'After 90 days',
      '365': 'After 365 days',
      date: 'On the date given below',
    } satisfies Record<Lifetime, string>,
    date: 'Last valid day',
    dateHint: 'Only if you have chosen a date. The key works until the end of that day.',
    scopeTexts: {
      'ecmrs:read': {
        name: 'Read consignment notes',
        allows: 'Reads consignment notes, their history and the company’s changes.',
      },
      'ecmrs:write': {
        name: 'Write consignment notes',
        allows:
          'Creates and changes consignment notes: states, signatures, incidents, reservations, cancellations.',
      },
      webhooks: {
        name: 'Manage webhooks',
        allows: 'Registers, changes and deletes webhooks, and sees and repeats their deliveries.',
      },
      ocr: {
        name: 'Read documents',
        allows: 'Extracts the data from the picture of a document; stores nothing.',
      },
    } satisfies Record<Scope, ScopeText>,
    faults: {
      tooLong: 'Enter at most 100 characters.',
      unprintable: 'Write the name in one line, without control characters.',
      noDate: 'Enter the last valid day.',
      pastDate: 'Choose a day that has not passed, before the year 10000.',
    },
    tooMany: `Your company has ${MOST_API_KEYS} active keys, which is the maximum. Revoke one that you no longer use.`,
    made: 'Key created',
    madeOnce:
      'Copy it now. It is not stored and not shown again. If you lose it, revoke it and create another.',
    keepSecret: 'Treat it like a password: keep it out of web pages, mails and repositories.',
    try: 'Try it',
    tries: {
      'ecmrs:write': 'This command creates an example of a consignment note with it:',
      'ecmrs:read': 'This command lists the consignment notes with it:',
      webhooks: 'This command lists the webhooks with it:',
    },
    copyKey: 'Copy the key',
    copyCommand: 'Copy the command',
    backToList: 'Back to the keys',
    madeBefore: 'This key was already created',
    madeBeforeSentence:
      'The form was sent twice. The key was created and shown the first time. If you did not copy it, revoke it and create another.',
    revokeTitle: 'Revoke this key?',
    revokeWarning:
      'Within a second the API will stop accepting it, and programs that use it will get errors. This cannot be undone.',
    revokeButton: 'Revoke the key',
    pages: (page: number, total: number) => `Page ${page} of ${total}`,
  },
)
