import { type Texts, textTable } from '@ecmr/contract'
import type { Plan } from '@ecmr/accounts'
import type { Policy } from '@ecmr/domain'
import { userRoleNames } from '../../texts/user-roles.js'

/** What the tabs above the company's pages say. */
export const tabTexts = textTable({
  details: ['Datos y plan', 'Details and plan'],
  people: ['Personas', 'People'],
  security: ['Seguridad', 'Security'],
  logo: ['Logotipo', 'Logo'],
  sharing: ['Compartir', 'Sharing'],
})

export const companySecurityTexts = textTable({
  title: ['Seguridad de la empresa', 'Company security'],
  heading: ['Verificación en dos pasos', 'Two-step verification'],
  required: ['obligatoria', 'required'],
  optional: ['voluntaria', 'optional'],
  intro: [
    'Con ella hace falta para entrar, además de la contraseña, un código del teléfono o una llave de acceso. Las claves API no la usan.',
    'With it, logging in takes a code from the phone or a passkey besides the password. API keys do not use it.',
  ],
  allHave: [
    (all: number) => (all === 1 ? 'Usted la tiene.' : `Las ${all} personas la tienen.`),
    (all: number) => (all === 1 ? 'You have it.' : `All ${all} people have it.`),
  ],
  lacking: [
    (lacking: number, all: number) => `${lacking} de ${all} ${all === 1 ? 'persona' : 'personas'} sin ella:`,
    (lacking: number, all: number) => `${lacking} of ${all} ${all === 1 ? 'person' : 'people'} without it:`,
  ],
  more: [(count: number) => `y ${count} más`, (count: number) => `and ${count} more`],
  start: ['Exigirla', 'Require it'],
  startQuestion: [
    (lacking: number) =>
      lacking === 0
        ? '¿Exigir la verificación en dos pasos?'
        : `¿Exigir la verificación en dos pasos? Personas que aún no la tienen: ${lacking}. Tendrán que configurarla para seguir trabajando.`,
    (lacking: number) =>
      lacking === 0
        ? 'Require two-step verification?'
        : `Require two-step verification? People who do not have it yet: ${lacking}. They will have to set it up to continue working.`,
  ],
  effect: [
    'Quien no la tenga deberá configurarla en la página siguiente que abra. Solo en esta empresa: si pertenece a otras, podrá seguir trabajando en ellas. Los asistentes de IA que haya conectado dejarán de leer hasta entonces.',
    'People without it must set it up on the next page they open. Only in this company: those who belong to others can continue working there. AI assistants they have connected cannot read until then.',
  ],
  stop: ['Dejar de exigirla', 'Stop requiring it'],
  stopQuestion: ['¿Dejar de exigir la verificación en dos pasos?', 'Stop requiring two-step verification?'],
  yoursFirst: [
    'Para exigirla, actívela antes en su cuenta.',
    'To require it, turn it on in your own account first.',
  ],
  setUp: ['Activar', 'Turn on'],
  reset: [
    'Si alguien pierde el dispositivo y los códigos de recuperación, restablezca su verificación en «Personas».',
    'If someone loses their device and recovery codes, reset their verification under “People”.',
  ],
})

export const detailsTexts = textTable({
  title: ['Empresa', 'Company'],
  handle: ['Identificador para compartir:', 'Handle for sharing:'],
  data: ['Datos de la empresa', 'Company details'],
  name: ['Nombre', 'Name'],
  tax_id: ['NIF o número de IVA', 'Tax or VAT number'],
  address: ['Dirección', 'Address'],
  city: ['Población', 'Town'],
  postal_code: ['Código postal', 'Postal code'],
  country: ['País', 'Country'],
  noCountry: ['Sin indicar', 'Not specified'],
  phone: ['Teléfono', 'Phone'],
  time_zone: ['Zona horaria', 'Time zone'],
  timeZoneHint: ['Las páginas muestran las horas en esta zona.', 'Times are shown in this time zone.'],
  policy: ['Si faltan datos o firmas', 'When data or signatures are missing'],
  policyHint: [
    'Se aplica a las cartas de porte nuevas. Las existentes no cambian.',
    'Applies to new consignment notes. Existing notes do not change.',
  ],
  plan: ['Plan', 'Plan'],
  planHint: [
    'Solo el operador de este servicio puede cambiar el plan.',
    'Only the operator of this service can change the plan.',
  ],
  storage: ['Almacenamiento', 'Storage'],
  storageOf: [
    (size: string) => `${size} para las cartas de porte.`,
    (size: string) => `${size} for consignment notes.`,
  ],
  used: [
    (used: string, limit: string, notes: string, events: string) =>
      `${used} de ${limit} usados. Cartas de porte: ${notes}. Eventos: ${events}.`,
    (used: string, limit: string, notes: string, events: string) =>
      `${used} of ${limit} used. Consignment notes: ${notes}. Events: ${events}.`,
  ],
  nearlyUsedUp: [
    'Queda poco almacenamiento. Cuando se agote, podrá entregar, resolver y anular cartas de porte, pero no crearlas, modificarlas ni firmarlas. Solicite más al operador.',
    'Your storage is almost full. Once it is, you can still deliver, resolve and cancel notes, but not create, change or sign them. Ask the operator for more.',
  ],
  current: ['plan actual', 'current plan'],
  readOnly: ['Solo los propietarios pueden cambiar estos datos.', 'Only owners can change these details.'],
  missing: ['sin indicar', 'not specified'],
})

interface Explained {
  readonly name: string
  readonly meaning: string
}

/** See `packages/domain/ecmr/strict-policy.ts`. */
export const policyTexts: Texts<Readonly<Record<Policy, Explained>>> = textTable({
  lenient: {
    name: ['Permitir y avisar', 'Allow and warn'],
    meaning: [
      'La carta de porte se acepta aunque le falten datos o firmas, y se indica qué falta. Los pasos que se salten, por ejemplo de borrador a entregada, se anotan como deducidos.',
      'Notes with missing data or signatures are accepted, and we show what is missing. Skipped steps, such as from draft to delivered, are recorded as inferred.',
    ],
  },
  strict: {
    name: ['Bloquear', 'Block'],
    meaning: [
      'Para asignar la carta de porte hace falta un transportista. Para iniciar un transporte internacional, los datos del artículo 6 del CMR y las firmas vigentes del remitente y del transportista; dentro de España, los datos del DeCA. Para entregarla, la firma del destinatario o el motivo por el que no firma. Los pasos incompletos no se pueden saltar y los datos exigidos no se pueden borrar después.',
      'Assigning a note requires a carrier. Starting international carriage requires the data of CMR article 6 and valid signatures of the sender and the carrier; within Spain, the DeCA data. Delivery requires the receiver’s signature or the reason why it is missing. Incomplete steps cannot be skipped, and required data cannot be removed later.',
    ],
  },
})

export const planTexts: Texts<Readonly<Record<Plan, Explained>>> = textTable({
  free: {
    name: ['Free', 'Free'],
    meaning: [
      'Cartas de porte, API, webhooks, seguimiento y auditoría. Sin asistentes de IA.',
      'Consignment notes, API, webhooks, tracking and audit trail. No AI assistants.',
    ],
  },
  pro: {
    name: ['Pro', 'Pro'],
    meaning: [
      'Todo lo de Free, más asistentes de IA conectados a sus cartas de porte.',
      'Everything in Free, plus AI assistants connected to your consignment notes.',
    ],
  },
  enterprise: {
    name: ['Enterprise', 'Enterprise'],
    meaning: [
      'Todo lo de Pro, más lo que acuerde con el operador.',
      'Everything in Pro, plus what you agree with the operator.',
    ],
  },
})

export const peopleTexts = textTable({
  title: ['Personas', 'People'],
  people: ['Personas de la empresa', 'People in the company'],
  name: ['Nombre', 'Name'],
  email: ['Correo electrónico', 'Email address'],
  role: ['Rol', 'Role'],
  roles: userRoleNames,
  rolesHint: [
    'Los propietarios gestionan también la empresa, sus personas, las claves y los webhooks. Los miembros trabajan con las cartas de porte. Los conductores las ven y registran recogidas, entregas, incidencias y firmas. Solo lectura: ve las cartas de porte y la auditoría.',
    'Owners also manage the company, its people, keys and webhooks. Members work with consignment notes. Drivers see them and record pickups, deliveries, incidents and signatures. Read-only: sees consignment notes and the audit trail.',
  ],
  lastLogin: ['Último acceso', 'Last login'],
  actions: ['Acciones', 'Actions'],
  you: ['usted', 'you'],
  roleOf: [(name: string) => `Rol de ${name}`, (name: string) => `${name}’s role`],
  change: ['Cambiar', 'Change'],
  secondFactor: ['dos pasos', 'two-step'],
  resetFactor: ['Restablecer dos pasos', 'Reset two-step'],
  resetFactorOf: [
    (name: string) => `Restablecer dos pasos de ${name}`,
    (name: string) => `Reset two-step of ${name}`,
  ],
  resetFactorQuestion: [
    (name: string) =>
      `¿Quitar la verificación en dos pasos de ${name}? Asegúrese antes de que se lo pide esa persona. Se cerrarán sus sesiones y la avisaremos por correo.`,
    (name: string) =>
      `Remove the two-step verification of ${name}? Make sure first that it is them who asks. Their sessions will end, and we will email them.`,
  ],
  factorRefused: {
    elsewhere: [
      'La verificación de esta persona no depende solo de su empresa. Pida al operador del servicio que la restablezca.',
      'This person’s verification does not depend on your company alone. Ask the operator of this service to reset it.',
    ],
    none: ['Esta persona no tiene verificación en dos pasos.', 'This person has no two-step verification.'],
    own: [
      'La suya se cambia en «Mi cuenta», «Seguridad».',
      'Yours is changed under “My account”, “Security”.',
    ],
  },
  remove: ['Quitar', 'Remove'],
  removeOf: [(name: string) => `Quitar a ${name}`, (name: string) => `Remove ${name}`],
  removeQuestion: [
    (name: string) => `¿Quitar a ${name} de la empresa? Perderá el acceso de inmediato.`,
    (name: string) => `Remove ${name} from the company? They lose access immediately.`,
  ],
  lastOwner: [
    'Es el único propietario. Nombre primero a otro.',
    'This is the only owner. Make someone else an owner first.',
  ],
  inviteTitle: ['Invitar a una persona', 'Invite a person'],
  language: ['Idioma del mensaje', 'Message language'],
  invite: ['Invitar', 'Invite'],
  taken: ['Esta persona ya forma parte de la empresa.', 'This person is already in the company.'],
  tooMany: [
    'Hay demasiadas invitaciones pendientes. Retire alguna o espere a que caduque.',
    'Too many pending invitations. Withdraw some or wait until they expire.',
  ],
  linkTitle: ['Invitación creada', 'Invitation created'],
  link: [
    (email: string) =>
      `Este servicio no envía correo. Envíe este enlace a ${email}. No se volverá a mostrar.`,
    (email: string) =>
      `This service sends no email. Send this link to ${email} yourself. It will not be shown again.`,
  ],
  linkEnds: [
    (ends: string) => `Válido una sola vez, hasta el ${ends}.`,
    (ends: string) => `Valid once, until ${ends}.`,
  ],
  invitations: ['Invitaciones pendientes', 'Pending invitations'],
  noInvitations: ['No hay invitaciones pendientes.', 'No pending invitations.'],
  ends: ['Caduca', 'Expires'],
  withdraw: ['Retirar', 'Withdraw'],
  withdrawOf: [
    (email: string) => `Retirar la invitación a ${email}`,
    (email: string) => `Withdraw the invitation to ${email}`,
  ],
  pages: ['Páginas', 'Pages'],
  page: [
    (page: number, of: number) => `Página ${page} de ${of}`,
    (page: number, of: number) => `Page ${page} of ${of}`,
  ],
})
