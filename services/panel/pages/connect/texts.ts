import { textTable } from '@ecmr/contract'
import type { Plan } from '@ecmr/accounts'

/** What the page about assistants says. */
export const texts = textTable({
  title: ['Conectar IA', 'Connect AI'],
  intro: [
    'Un asistente de IA puede consultar las cartas de porte de su empresa por MCP (Model Context Protocol) y responder a sus preguntas sobre ellas.',
    'An AI assistant can read your company’s consignment notes over MCP (Model Context Protocol) and answer your questions about them.',
  ],
  plan: [
    (plan: Plan) => `Plan de su empresa: ${plans[plan]}.`,
    (plan: Plan) => `Your company’s plan: ${plans[plan]}.`,
  ],
  planTooSmall: [
    'Los asistentes necesitan el plan Pro o Enterprise. Pida el cambio de plan al operador de este servicio; hasta entonces los asistentes no tienen acceso.',
    'Assistants require the Pro or Enterprise plan. Ask the operator of this service to change your plan; until then assistants have no access.',
  ],
  planGood: ['Su plan incluye los asistentes.', 'Your plan includes assistants.'],
  toCompany: ['Ver el plan de la empresa', 'View your plan'],
  address: ['Dirección para su asistente', 'Address for your assistant'],
  copyAddress: ['Copiar la dirección', 'Copy the address'],
  needsPublic: [
    'Se conecta desde Internet y necesita una dirección pública con https; esta no lo es.',
    'It connects from the internet and needs a public https address, which this is not.',
  ],
  ways: ['Cómo conectarlo', 'How to connect it'],
  waysHint: [
    'Al final se abre una página de este servicio: entre con su cuenta, lea qué podrá consultar el asistente y autorícelo. Los nombres de los menús pueden cambiar.',
    'At the end a page of this service opens: log in, check what the assistant will be able to see, and grant access. Menu names can change.',
  ],
  tried: [(version: string) => `Probado con ${version}.`, (version: string) => `Tested with ${version}.`],
  untried: [
    'Según la documentación del fabricante; no probado.',
    'According to the vendor’s documentation; not tested.',
  ],
  copy: ['Copiar', 'Copy'],
  copyFor: [(name: string) => `Copiar para ${name}`, (name: string) => `Copy for ${name}`],
  can: ['Qué puede consultar', 'What it can read'],
  cannot: ['Qué no puede hacer', 'What it cannot do'],
  tools: {
    buscar_ecmrs: [
      'Busca entre las cartas de porte de su empresa, por texto, estado y fechas.',
      'Searches your company’s consignment notes by text, status and dates.',
    ],
    ver_ecmr: [
      'Ve una carta de porte entera, con su historial, también como estaba en una fecha.',
      'Shows a whole consignment note with its history, also as of a past date.',
    ],
    consultar_tracking: [
      'Consulta el seguimiento de una carta de porte de su empresa.',
      'Shows the tracking of one of your consignment notes.',
    ],
    listar_webhooks: [
      'Ve los webhooks y cómo van, nunca sus secretos; solo si lo autoriza un propietario.',
      'Shows webhooks and their state, never their secrets; only if an owner authorises it.',
    ],
    extraer_documento: [
      'Extrae los datos de la foto de un documento. Si el asistente no puede recibirla, le da un enlace para que la haga usted. La foto no se guarda.',
      'Extracts the data from a photo of a document. If the assistant cannot receive the photo, it gives you a link to take it yourself. The photo is not stored.',
    ],
    estado_conexion: [
      'Dice por qué empresa y con qué permisos está conectado, y hasta cuándo.',
      'Shows for which company it is connected, with which permissions and until when.',
    ],
  },
  limits: [
    [
      'Solo lee: no crea, cambia, firma ni anula nada.',
      'No ve datos de otras empresas.',
      'No ve contraseñas, claves API ni secretos de webhooks.',
      'Pierde el acceso si lo desconecta, si la persona que lo autorizó deja la empresa o si el plan termina.',
    ],
    [
      'It is read-only: it does not create, change, sign or cancel anything.',
      'It does not see other companies’ data.',
      'It does not see passwords, API keys or webhook secrets.',
      'It loses access when you disconnect it, when the person who authorised it leaves the company, or when the plan ends.',
    ],
  ],
  connected: ['Asistentes conectados', 'Connected assistants'],
  none: ['No hay ningún asistente conectado.', 'No assistant is connected.'],
  name: ['Asistente', 'Assistant'],
  unverified: [
    'El nombre lo indica el propio asistente y no está comprobado.',
    'The name is the one the assistant gives itself; it is not verified.',
  ],
  verifiedDomain: ['Dominio comprobado:', 'Verified domain:'],
  host: ['Volvió a', 'Returned to'],
  person: ['Lo autorizó', 'Authorised by'],
  since: ['Conectado', 'Connected'],
  lastUsed: ['Último uso', 'Last used'],
  neverUsed: ['Sin usar', 'Never used'],
  disconnect: ['Desconectar', 'Disconnect'],
  disconnectOf: [(name: string) => `Desconectar ${name}`, (name: string) => `Disconnect ${name}`],
  confirm: [
    (name: string) => `¿Desconectar ${name}? Perderá el acceso de inmediato.`,
    (name: string) => `Disconnect ${name}? Its access ends immediately.`,
  ],
  ownersDisconnect: [
    'Usted puede desconectar los que autorizó; los propietarios, todos.',
    'You can disconnect the assistants you authorised; owners can disconnect any.',
  ],
  withoutAccess: [
    'Ahora no tienen acceso: el plan de su empresa no incluye asistentes.',
    'They currently have no access: your company’s plan does not include assistants.',
  ],
})

const plans: Readonly<Record<Plan, string>> = { free: 'Free', pro: 'Pro', enterprise: 'Enterprise' }
