import type { Plan } from '@ecmr/accounts'
import type { Policy } from '@ecmr/domain'
import { inBoth, type Texts } from '../../texts/texts.js'

/** What the tabs above the company's pages say. */
export const tabTexts = inBoth(
  { details: 'Datos y plan', people: 'Personas' },
  { details: 'Details and plan', people: 'People' },
)

export const detailsTexts = inBoth(
  {
    title: 'Empresa',
    data: 'Datos de la empresa',
    name: 'Nombre',
    tax_id: 'NIF o número de IVA',
    address: 'Dirección',
    city: 'Población',
    postal_code: 'Código postal',
    country: 'País',
    noCountry: 'Sin indicar',
    phone: 'Teléfono',
    time_zone: 'Zona horaria',
    timeZoneHint: 'Con ella se muestran las horas en estas páginas.',
    policy: 'Qué hacer si algo falta',
    policyHint: 'Se aplica a las cartas de porte nuevas. Las que ya hay conservan la suya.',
    plan: 'Plan',
    planHint: 'Solo el operador del servicio puede cambiar el plan.',
    storage: 'Espacio',
    storageOf: (size: string) => `${size} para las cartas de porte.`,
    used: (used: string, limit: string, notes: string, events: string) =>
      `${used} de ${limit} usados. Cartas de porte: ${notes}. Eventos: ${events}.`,
    nearlyUsedUp:
      'Queda poco espacio o ninguno. Cuando se agote, las cartas de porte que hay se podrán entregar, resolver y anular, pero no crear, modificar ni firmar. Pida más al operador.',
    current: 'el suyo',
    readOnly: 'Solo los propietarios pueden cambiar estos datos.',
    missing: 'sin indicar',
  },
  {
    title: 'Company',
    data: 'Details of the company',
    name: 'Name',
    tax_id: 'Tax or VAT number',
    address: 'Address',
    city: 'Town',
    postal_code: 'Postal code',
    country: 'Country',
    noCountry: 'Not given',
    phone: 'Telephone',
    time_zone: 'Time zone',
    timeZoneHint: 'Times on these pages are shown in it.',
    policy: 'What to do when something is missing',
    policyHint: 'Applies to new consignment notes. Existing ones keep their policy.',
    plan: 'Plan',
    planHint: 'Only the operator of the service can change the plan.',
    storage: 'Storage',
    storageOf: (size: string) => `${size} for consignment notes.`,
    used: (used: string, limit: string, notes: string, events: string) =>
      `${used} of ${limit} used. Consignment notes: ${notes}. Events: ${events}.`,
    nearlyUsedUp:
      'Your storage is almost used up. When it is full, you can still deliver, resolve and cancel notes, but not create, change or sign them. Ask the operator for more.',
    current: 'yours',
    readOnly: 'Only owners can change these details.',
    missing: 'not given',
  },
)

interface Explained {
  readonly name: string
  readonly meaning: string
}

/** See `packages/domain/ecmr/strict-policy.ts`. */
export const policyTexts: Texts<Readonly<Record<Policy, Explained>>> = inBoth(
  {
    lenient: {
      name: 'Avisar',
      meaning:
        'Se acepta una carta de porte a la que le falten datos o firmas, y se dice qué le falta. Si se salta un paso, por ejemplo de borrador a entregada, los intermedios se anotan como deducidos.',
    },
    strict: {
      name: 'Exigir',
      meaning:
        'No se asigna sin transportista, no se sale sin los datos del DeCA y las firmas vigentes de remitente y transportista, y no se entrega sin la firma del destinatario o el motivo de que no firme. Tampoco se pueden saltar pasos a los que les falte algo de eso, ni borrar después los datos que exigían.',
    },
  },
  {
    lenient: {
      name: 'Warn',
      meaning:
        'Accepts consignment notes that lack data or signatures and shows what is missing. Skipped steps, such as from draft to delivered, are recorded as inferred.',
    },
    strict: {
      name: 'Enforce',
      meaning:
        'Requires a carrier to assign a note; the DeCA data and valid signatures of sender and carrier to start the carriage; and the receiver’s signature, or the reason why it is missing, to deliver. Steps that lack any of this cannot be skipped, and the required data cannot be removed later.',
    },
  },
)

export const planTexts: Texts<Readonly<Record<Plan, Explained>>> = inBoth(
  {
    free: {
      name: 'Free',
      meaning: 'Cartas de porte, API, webhooks, seguimiento y auditoría. Sin asistentes de IA.',
    },
    pro: {
      name: 'Pro',
      meaning: 'Lo mismo que Free, y además asistentes de IA conectados a sus cartas de porte.',
    },
    enterprise: {
      name: 'Enterprise',
      meaning: 'Lo mismo que Pro, con lo que acuerde además con el operador.',
    },
  },
  {
    free: {
      name: 'Free',
      meaning: 'Consignment notes, API, webhooks, tracking and audit trail. No AI assistants.',
    },
    pro: {
      name: 'Pro',
      meaning: 'The same as Free, and AI assistants connected to your consignment notes.',
    },
    enterprise: {
      name: 'Enterprise',
      meaning: 'The same as Pro, with anything else you agree with the operator.',
    },
  },
)

export const peopleTexts = inBoth(
  {
    title: 'Personas',
    people: 'Personas de la empresa',
    name: 'Nombre',
    email: 'Correo electrónico',
    role: 'Rol',
    roles: { owner: 'Propietario', member: 'Miembro' },
    rolesHint:
      'Los miembros trabajan con las cartas de porte, el seguimiento y la auditoría. Los propietarios gestionan además la empresa, sus personas, las claves y los webhooks.',
    lastLogin: 'Último acceso',
    actions: 'Acciones',
    you: 'usted',
    roleOf: (name: string) => `Rol de ${name}`,
    change: 'Cambiar',
    remove: 'Quitar',
    removeOf: (name: string) => `Quitar a ${name}`,
    removeQuestion: (name: string) => `¿Quitar a ${name} de la empresa? Dejará de tener acceso de inmediato.`,
    lastOwner: 'Es el único propietario. Nombre antes a otro.',
    inviteTitle: 'Invitar a una persona',
    language: 'Idioma del mensaje',
    invite: 'Invitar',
    taken: 'Esta persona ya forma parte de la empresa.',
    tooMany: 'Hay demasiadas invitaciones pendientes. Retire alguna o espere a que caduquen.',
    linkTitle: 'Invitación creada',
    link: (email: string) =>
      `Este servicio no envía correo. Entregue usted este enlace a ${email}. No se vuelve a mostrar.`,
    linkEnds: (ends: string) => `Sirve una sola vez, hasta el ${ends}.`,
    invitations: 'Invitaciones pendientes',
    noInvitations: 'No hay invitaciones pendientes.',
    ends: 'Caduca',
    withdraw: 'Retirar',
    withdrawOf: (email: string) => `Retirar la invitación a ${email}`,
    pages: 'Páginas',
    page: (page: number, of: number) => `Página ${page} de ${of}`,
  },
  {
    title: 'People',
    people: 'People of the company',
    name: 'Name',
    email: 'Email address',
    role: 'Role',
    roles: { owner: 'Owner', member: 'Member' },
    rolesHint:
      'Members work with consignment notes, tracking and the audit trail. Owners also manage the company, its people, keys and webhooks.',
    lastLogin: 'Last login',
    actions: 'Actions',
    you: 'you',
    roleOf: (name: string) => `Role of ${name}`,
    change: 'Change',
    remove: 'Remove',
    removeOf: (name: string) => `Remove ${name}`,
    removeQuestion: (name: string) => `Remove ${name} from the company? Access ends immediately.`,
    lastOwner: 'This is the only owner. Make another person an owner first.',
    inviteTitle: 'Invite a person',
    language: 'Language of the message',
    invite: 'Invite',
    taken: 'This person is already part of the company.',
    tooMany: 'There are too many open invitations. Withdraw some or wait until they expire.',
    linkTitle: 'Invitation created',
    link: (email: string) =>
      `This service sends no email. Give this link to ${email} yourself. It is not shown again.`,
    linkEnds: (ends: string) => `It works once, until ${ends}.`,
    invitations: 'Open invitations',
    noInvitations: 'There are no open invitations.',
    ends: 'Expires',
    withdraw: 'Withdraw',
    withdrawOf: (email: string) => `Withdraw the invitation to ${email}`,
    pages: 'Pages',
    page: (page: number, of: number) => `Page ${page} of ${of}`,
  },
)
