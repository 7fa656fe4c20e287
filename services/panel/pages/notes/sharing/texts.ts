import { textTable } from '@ecmr/contract'

/** What the page says on which a note is shared with other companies. */
export const sharingTexts = textTable({
  title: ['Compartir con otra empresa', 'Share with another company'],
  about: [
    'La otra empresa ve la carta de porte, su historial y sus documentos en su propia cuenta. Sus metadatos, y los correos de las personas que haya invitado a firmar, no se muestran.',
    'The other company sees the note, its history and its documents in its own account. Your metadata, and the email addresses of people you invited to sign, are not shown.',
  ],
  company: ['Identificador de la empresa', 'Handle of the company'],
  companyHint: [
    'Pídalo a la otra empresa: lo ve en su página «Empresa».',
    'Ask the other company: it is on its “Company” page.',
  ],
  access: ['Qué puede hacer', 'What it may do'],
  choices: {
    read: ['Solo leer', 'Read only'],
    sender: ['Actuar como remitente', 'Act as the sender'],
    carrier: ['Actuar como transportista', 'Act as the carrier'],
    receiver: ['Actuar como destinatario', 'Act as the receiver'],
  },
  accessHint: [
    'Cada parte firma y hace reservas por sí misma. El transportista también recoge, entrega y cambia el vehículo; él y el destinatario comunican incidencias.',
    'Each party signs and makes reservations for itself. The carrier also takes over, delivers and changes the vehicle; it and the receiver report incidents.',
  ],
  next: ['Continuar', 'Continue'],
  confirm: [(name: string) => `Compartir con ${name}`, (name: string) => `Share with ${name}`],
  confirmHint: [
    (name: string) => `Este identificador es de ${name}. ¿Es la empresa correcta?`,
    (name: string) => `This handle belongs to ${name}. Is it the right company?`,
  ],
  share: ['Compartir', 'Share'],
  back: ['Volver a la carta de porte', 'Back to the note'],
  change: ['Otra empresa', 'Another company'],
  list: ['Se comparte con', 'Shared with'],
  none: ['Esta carta de porte aún no se comparte.', 'This note is not shared yet.'],
  since: ['desde', 'since'],
  until: ['hasta', 'until'],
  open: ['Activo', 'Open'],
  revoked: ['Revocado', 'Revoked'],
  revoke: ['Dejar de compartir', 'Stop sharing'],
  goneCompany: ['una empresa que ya no existe', 'a company that no longer exists'],
  waits: [
    (step: string, name: string) =>
      `Ahora no le toca a su empresa: «${step}» es cosa de ${name} o de otra de las partes.`,
    (step: string, name: string) =>
      `It is not your company’s turn: “${step}” is up to ${name} or another party.`,
  ],
  tooMany: [
    'Se han probado demasiados identificadores que no existen. Inténtelo más tarde.',
    'Too many handles that do not exist were tried. Try again later.',
  ],
  sharedBy: [
    (name: string, roles: string) =>
      `Esta carta de porte es de ${name}, que la comparte con su empresa ${roles === '' ? 'para leerla' : `para actuar como ${roles}`}.`,
    (name: string, roles: string) =>
      `This note belongs to ${name}, which shares it with your company ${roles === '' ? 'to read' : `to act as ${roles}`}.`,
  ],
})
