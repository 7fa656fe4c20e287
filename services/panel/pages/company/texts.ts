import { type Texts, textTable } from '@ecmr/contract'
import type { Plan } from '@ecmr/accounts'
import type { Policy } from '@ecmr/domain'

/** What the tabs above the company's pages say. */
export const tabTexts = textTable({
  details: ['Datos y plan', 'Details and plan'],
  people: ['Personas', 'People'],
})

export const detailsTexts = textTable({
  title: ['Empresa', 'Company'],
  data: ['Datos de la empresa', 'Details of the company'],
  name: ['Nombre', 'Name'],
  tax_id: ['NIF o número de IVA', 'Tax or VAT number'],
  address: ['Dirección', 'Address'],
  city: ['Población', 'Town'],
  postal_code: ['Código postal', 'Postal code'],
  country: ['País', 'Country'],
  noCountry: ['Sin indicar', 'Not given'],
  phone: ['Teléfono', 'Telephone'],
  time_zone: ['Zona horaria', 'Time zone'],
  timeZoneHint: ['Con ella se muestran las horas en estas páginas.', 'Times on these pages are shown in it.'],
  policy: ['Qué hacer si algo falta', 'What to do when something is missing'],
  policyHint: [
    'Se aplica a las cartas de porte nuevas. Las que ya hay conservan la suya.',
    'Applies to new consignment notes. Existing ones keep their policy.',
  ],
  plan: ['Plan', 'Plan'],
  planHint: [
    'Solo el operador del servicio puede cambiar el plan.',
    'Only the operator of the service can change the plan.',
  ],
  storage: ['Espacio', 'Storage'],
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
    'Queda poco espacio o ninguno. Cuando se agote, las cartas de porte que hay se podrán entregar, resolver y anular, pero no crear, modificar ni firmar. Pida más al operador.',
    'Your storage is almost used up. When it is full, you can still deliver, resolve and cancel notes, but not create, change or sign them. Ask the operator for more.',
  ],
  current: ['el suyo', 'yours'],
  readOnly: ['Solo los propietarios pueden cambiar estos datos.', 'Only owners can change these details.'],
  missing: ['sin indicar', 'not given'],
})

interface Explained {
  readonly name: string
  readonly meaning: string
}

/** See `packages/domain/ecmr/strict-policy.ts`. */
export const policyTexts: Texts<Readonly<Record<Policy, Explained>>> = textTable({
  lenient: {
    name: ['Avisar', 'Warn'],
    meaning: [
      'Se acepta una carta de porte a la que le falten datos o firmas, y se dice qué le falta. Si se salta un paso, por ejemplo de borrador a entregada, los intermedios se anotan como deducidos.',
      'Accepts consignment notes that lack data or signatures and shows what is missing. Skipped steps, such as from draft to delivered, are recorded as inferred.',
    ],
  },
  strict: {
    name: ['Exigir', 'Enforce'],
    meaning: [
      'No se asigna sin transportista. En el transporte internacional no se sale sin los datos del artículo 6 del CMR y las firmas vigentes de remitente y transportista; dentro de España, sin los datos del DeCA. No se entrega sin la firma del destinatario o el motivo de que no firme. Tampoco se pueden saltar pasos a los que les falte algo de eso, ni borrar después los datos que exigían.',
      'Requires a carrier to assign a note; to start the carriage across a border, the particulars of CMR article 6 and valid signatures of sender and carrier, and within Spain the DeCA data; and the receiver’s signature, or the reason why it is missing, to deliver. Steps that lack any of this cannot be skipped, and the required data cannot be removed later.',
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
      'Lo mismo que Free, y además asistentes de IA conectados a sus cartas de porte.',
      'The same as Free, and AI assistants connected to your consignment notes.',
    ],
  },
  enterprise: {
    name: ['Enterprise', 'Enterprise'],
    meaning: [
      'Lo mismo que Pro, con lo que acuerde además con el operador.',
      'The same as Pro, with anything else you agree with the operator.',
    ],
  },
})

export const peopleTexts = textTable({
  title: ['Personas', 'People'],
  people: ['Personas de la empresa', 'People of the company'],
  name: ['Nombre', 'Name'],
  email: ['Correo electrónico', 'Email address'],
  role: ['Rol', 'Role'],
  roles: {
    owner: ['Propietario', 'Owner'],
    member: ['Miembro', 'Member'],
  },
  rolesHint: [
    'Los miembros trabajan con las cartas de porte, el seguimiento y la auditoría. Los propietarios gestionan además la empresa, sus personas, las claves y los webhooks.',
    'Members work with consignment notes, tracking and the audit trail. Owners also manage the company, its people, keys and webhooks.',
  ],
  lastLogin: ['Último acceso', 'Last login'],
  actions: ['Acciones', 'Actions'],
  you: ['usted', 'you'],
  roleOf: [(name: string) => `Rol de ${name}`, (name: string) => `Role of ${name}`],
  change: ['Cambiar', 'Change'],
  remove: ['Quitar', 'Remove'],
  removeOf: [(name: string) => `Quitar a ${name}`, (name: string) => `Remove ${name}`],
  removeQuestion: [
    (name: string) => `¿Quitar a ${name} de la empresa? Dejará de tener acceso de inmediato.`,
    (name: string) => `Remove ${name} from the company? Access ends immediately.`,
  ],
  lastOwner: [
    'Es el único propietario. Nombre antes a otro.',
    'This is the only owner. Make another person an owner first.',
  ],
  inviteTitle: ['Invitar a una persona', 'Invite a person'],
  language: ['Idioma del mensaje', 'Language of the message'],
  invite: ['Invitar', 'Invite'],
  taken: ['Esta persona ya forma parte de la empresa.', 'This person is already part of the company.'],
  tooMany: [
    'Hay demasiadas invitaciones pendientes. Retire alguna o espere a que caduquen.',
    'There are too many open invitations. Withdraw some or wait until they expire.',
  ],
  linkTitle: ['Invitación creada', 'Invitation created'],
  link: [
    (email: string) =>
      `Este servicio no envía correo. Entregue usted este enlace a ${email}. No se vuelve a mostrar.`,
    (email: string) =>
      `This service sends no email. Give this link to ${email} yourself. It is not shown again.`,
  ],
  linkEnds: [
    (ends: string) => `Sirve una sola vez, hasta el ${ends}.`,
    (ends: string) => `It works once, until ${ends}.`,
  ],
  invitations: ['Invitaciones pendientes', 'Open invitations'],
  noInvitations: ['No hay invitaciones pendientes.', 'There are no open invitations.'],
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
