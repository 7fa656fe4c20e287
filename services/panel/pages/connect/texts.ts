import type { Plan } from '@ecmr/accounts'
import { inBoth } from '../../texts/texts.js'

/** What the page about assistants says. */
export const texts = inBoth(
  {
    title: 'Conectar IA',
    intro:
      'Un asistente de IA puede consultar las cartas de porte de su empresa por MCP (Model Context Protocol) y responder a sus preguntas sobre ellas.',
    plan: (plan: Plan) => `Plan de su empresa: ${plans[plan]}.`,
    planTooSmall:
      'Los asistentes necesitan el plan Pro o Enterprise. Pida el cambio de plan al operador de este servicio; hasta entonces los asistentes no tienen acceso.',
    planGood: 'Su plan incluye los asistentes.',
    toCompany: 'Ver el plan de la empresa',
    address: 'Dirección para su asistente',
    copyAddress: 'Copiar la dirección',
    needsPublic: 'Se conecta desde Internet: necesita una dirección pública con https, y esta no lo es.',
    ways: 'Cómo conectarlo',
    waysHint:
      'Al final, su asistente le lleva a una página nuestra: entre con su cuenta, lea qué va a poder consultar y autorícelo. Los nombres de los menús pueden cambiar.',
    copy: 'Copiar',
    copyFor: (name: string) => `Copiar para ${name}`,
    can: 'Qué puede consultar',
    cannot: 'Qué no puede hacer',
    tools: {
      buscar_ecmrs: 'Busca entre las cartas de porte de su empresa, por texto, estado y fechas.',
      ver_ecmr: 'Ve una carta de porte entera, con su historial, también como estaba en una fecha.',
      consultar_tracking: 'Consulta el seguimiento de una carta de porte de su empresa.',
      listar_webhooks: 'Ve los webhooks y cómo van, nunca sus secretos; solo si lo autoriza un propietario.',
      extraer_documento: 'Extrae los datos de la foto de un documento que usted le da, sin guardar nada.',
      estado_conexion: 'Dice por qué empresa y con qué permisos está conectado, y hasta cuándo.',
    },
    limits: [
      'Solo lee: no crea, cambia, firma ni anula nada.',
      'No ve datos de otras empresas.',
      'No ve contraseñas, claves API ni secretos de webhooks.',
      'No conserva el acceso si lo desconecta, si la persona que lo autorizó deja la empresa o si el plan termina.',
    ],
    connected: 'Asistentes conectados',
    none: 'No hay ningún asistente conectado.',
    name: 'Asistente',
    unverified: 'Es el nombre que se da él; no lo hemos comprobado.',
    host: 'Volvió a',
    person: 'Lo autorizó',
    since: 'Conectado',
    lastUsed: 'Último uso',
    neverUsed: 'Sin usar',
    disconnect: 'Desconectar',
    disconnectOf: (name: string) => `Desconectar ${name}`,
    confirm: (name: string) => `¿Desconectar ${name}? Dejará de poder consultar nada.`,
    ownersDisconnect: 'Usted puede desconectar los que autorizó; los propietarios, todos.',
    withoutAccess: 'Ahora mismo no tienen acceso: el plan de su empresa no incluye asistentes.',
  },
  {
    title: 'Connect AI',
    intro:
      'An AI assistant can look at the consignment notes of your company by MCP (Model Context Protocol) and answer your questions about them.',
    plan: (plan: Plan) => `Plan of your company: ${plans[plan]}.`,
    planTooSmall:
      'Assistants need the plan Pro or Enterprise. Ask the operator of this service for another plan; until then assistants have no access.',
    planGood: 'Your plan includes assistants.',
    toCompany: 'See the plan of the company',
    address: 'Address for your assistant',
    copyAddress: 'Copy the address',
    needsPublic:
      'It connects from the internet: it needs a public address with https, which this one is not.',
    ways: 'How to connect it',
    waysHint:
      'At the end your assistant opens a page of this service. Log in, check what it will be able to see, and grant access. Menu names can change.',
    copy: 'Copy',
    copyFor: (name: string) => `Copy for ${name}`,
    can: 'What it can look at',
    cannot: 'What it cannot do',
    tools: {
      buscar_ecmrs: 'Searches the consignment notes of your company, by text, status and dates.',
      ver_ecmr: 'Sees a whole consignment note with its history, also as it was on a date.',
      consultar_tracking: 'Looks at the tracking of a consignment note of your company.',
      listar_webhooks:
        'Sees the webhooks and their state, never their secrets; only if an owner authorises it.',
      extraer_documento:
        'Extracts the data from the picture of a document that you give it, and stores nothing.',
      estado_conexion: 'Says for which company and with which permissions it is connected, and until when.',
    },
    limits: [
      'It reads only: it creates, changes, signs and cancels nothing.',
      'It does not see data of other companies.',
      'It does not see passwords, API keys or secrets of webhooks.',
      'It keeps no access when you disconnect it, when the person who granted it leaves the company, or when the plan ends.',
    ],
    connected: 'Connected assistants',
    none: 'No assistant is connected.',
    name: 'Assistant',
    unverified: 'This is what it calls itself; we have not verified it.',
    host: 'Sent back to',
    person: 'Granted by',
    since: 'Connected',
    lastUsed: 'Last used',
    neverUsed: 'Never used',
    disconnect: 'Disconnect',
    disconnectOf: (name: string) => `Disconnect ${name}`,
    confirm: (name: string) => `Disconnect ${name}? Its access ends immediately.`,
    ownersDisconnect:
      'You can disconnect the assistants that you authorised; owners can disconnect all of them.',
    withoutAccess: 'They have no access at present: the plan of your company does not include assistants.',
  },
)

const plans: Readonly<Record<Plan, string>> = { free: 'Free', pro: 'Pro', enterprise: 'Enterprise' }
