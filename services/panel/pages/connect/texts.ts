import { textTable } from '@ecmr/contract'
import type { Plan } from '@ecmr/accounts'

/** What the page about assistants says. */
export const texts = textTable({
  title: ['Conectar IA', 'Connect AI'],
  intro: [
    'Un asistente de IA puede consultar las cartas de porte de su empresa por MCP (Model Context Protocol) y responder a sus preguntas sobre ellas.',
    'An AI assistant can look at the consignment notes of your company by MCP (Model Context Protocol) and answer your questions about them.',
  ],
  plan: [
    (plan: Plan) => `Plan de su empresa: ${plans[plan]}.`,
    (plan: Plan) => `Plan of your company: ${plans[plan]}.`,
  ],
  planTooSmall: [
    'Los asistentes necesitan el plan Pro o Enterprise. Pida el cambio de plan al operador de este servicio; hasta entonces los asistentes no tienen acceso.',
    'Assistants need the plan Pro or Enterprise. Ask the operator of this service for another plan; until then assistants have no access.',
  ],
  planGood: ['Su plan incluye los asistentes.', 'Your plan includes assistants.'],
  toCompany: ['Ver el plan de la empresa', 'See the plan of the company'],
  address: ['Dirección para su asistente', 'Address for your assistant'],
  copyAddress: ['Copiar la dirección', 'Copy the address'],
  needsPublic: [
    'Se conecta desde Internet: necesita una dirección pública con https, y esta no lo es.',
    'It connects from the internet: it needs a public address with https, which this one is not.',
  ],
  ways: ['Cómo conectarlo', 'How to connect it'],
  waysHint: [
    'Al final, su asistente le lleva a una página nuestra: entre con su cuenta, lea qué va a poder consultar y autorícelo. Los nombres de los menús pueden cambiar.',
    'At the end your assistant opens a page of this service. Log in, check what it will be able to see, and grant access. Menu names can change.',
  ],
  copy: ['Copiar', 'Copy'],
  copyFor: [(name: string) => `Copiar para ${name}`, (name: string) => `Copy for ${name}`],
  can: ['Qué puede consultar', 'What it can look at'],
  cannot: ['Qué no puede hacer', 'What it cannot do'],
  tools: {
    buscar_ecmrs: [
      'Busca entre las cartas de porte de su empresa, por texto, estado y fechas.',
      'Searches the consignment notes of your company, by text, status and dates.',
    ],
    ver_ecmr: [
      'Ve una carta de porte entera, con su historial, también como estaba en una fecha.',
      'Sees a whole consignment note with its history, also as it was on a date.',
    ],
    consultar_tracking: [
      'Consulta el seguimiento de una carta de porte de su empresa.',
      'Looks at the tracking of a consignment note of your company.',
    ],
    listar_webhooks: [
      'Ve los webhooks y cómo van, nunca sus secretos; solo si lo autoriza un propietario.',
      'Sees the webhooks and their state, never their secrets; only if an owner authorises it.',
    ],
    extraer_documento: [
      'Extrae los datos de la foto de un documento que usted le da, sin guardar nada.',
      'Extracts the data from the picture of a document that you give it, and stores nothing.',
    ],
    estado_conexion: [
      'Dice por qué empresa y con qué permisos está conectado, y hasta cuándo.',
      'Says for which company and with which permissions it is connected, and until when.',
    ],
  },
  limits: [
    [
      'Solo lee: no crea, cambia, firma ni anula nada.',
      'No ve datos de otras empresas.',
      'No ve contraseñas, claves API ni secretos de webhooks.',
      'No conserva el acceso si lo desconecta, si la persona que lo autorizó deja la empresa o si el plan termina.',
    ],
    [
      'It reads only: it creates, changes, signs and cancels nothing.',
      'It does not see data of other companies.',
      'It does not see passwords, API keys or secrets of webhooks.',
      'It keeps no access when you disconnect it, when the person who granted it leaves the company, or when the plan ends.',
    ],
  ],
  connected: ['Asistentes conectados', 'Connected assistants'],
  none: ['No hay ningún asistente conectado.', 'No assistant is connected.'],
  name: ['Asistente', 'Assistant'],
  unverified: [
    'Es el nombre que se da él; no lo hemos comprobado.',
    'This is what it calls itself; we have not verified it.',
  ],
  host: ['Volvió a', 'Sent back to'],
  person: ['Lo autorizó', 'Granted by'],
  since: ['Conectado', 'Connected'],
  lastUsed: ['Último uso', 'Last used'],
  neverUsed: ['Sin usar', 'Never used'],
  disconnect: ['Desconectar', 'Disconnect'],
  disconnectOf: [(name: string) => `Desconectar ${name}`, (name: string) => `Disconnect ${name}`],
  confirm: [
    (name: string) => `¿Desconectar ${name}? Dejará de poder consultar nada.`,
    (name: string) => `Disconnect ${name}? Its access ends immediately.`,
  ],
  ownersDisconnect: [
    'Usted puede desconectar los que autorizó; los propietarios, todos.',
    'You can disconnect the assistants that you authorised; owners can disconnect all of them.',
  ],
  withoutAccess: [
    'Ahora mismo no tienen acceso: el plan de su empresa no incluye asistentes.',
    'They have no access at present: the plan of your company does not include assistants.',
  ],
})

const plans: Readonly<Record<Plan, string>> = { free: 'Free', pro: 'Pro', enterprise: 'Enterprise' }
