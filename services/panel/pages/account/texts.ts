import { type TextTable, textTable } from '@ecmr/contract'
import {
  LONGEST_PASSWORD,
  MOST_MEMBERSHIPS,
  type NoticeKind,
  type PasswordFault,
  SHORTEST_PASSWORD,
} from '@ecmr/accounts'
import { userRoleMeanings, userRoleNames } from '../../texts/user-roles.js'

const noticeKindNames = {
  incidents: ['Incidencias', 'Incidents'],
  signatures: ['Firmas', 'Signatures'],
  late_deliveries: ['Entregas con retraso, una vez al día', 'Late deliveries, once a day'],
} as const satisfies TextTable<NoticeKind>

export const registrationTexts = textTable({
  title: ['Crear cuenta', 'Create account'],
  intro: [
    'Las cuentas son de empresa. Usted será el propietario y podrá invitar a otras personas.',
    'Accounts belong to a company. You will be its owner and can invite other people.',
  ],
  company: ['Nombre de la empresa', 'Company name'],
  name: ['Su nombre', 'Your name'],
  email: ['Correo electrónico', 'Email address'],
  emailHint: [
    'Le enviaremos un enlace para confirmarlo y elegir la contraseña.',
    'We will email you a link to confirm it and choose your password.',
  ],
  submit: ['Crear cuenta', 'Create account'],
  logIn: ['¿Ya tiene cuenta? Entre', 'Already have an account? Log in'],
  taken: [
    'Ya existe una cuenta con este correo. Entre o restablezca la contraseña.',
    'An account with this email address already exists. Log in or reset your password.',
  ],
  sentTitle: ['Revise su correo', 'Check your email'],
  sent: [
    'Le hemos enviado un mensaje con el siguiente paso. Puede tardar unos minutos. Si no lo ve, revise la carpeta de correo no deseado.',
    'We have emailed you the next step. It can take a few minutes. If you do not see it, check your spam folder.',
  ],
  sentAgain: [
    '¿No ha llegado? Compruebe la dirección y solicítelo de nuevo.',
    'Did not get it? Check the address and try again.',
  ],
  confirmTitle: ['Confirme su cuenta', 'Confirm your account'],
  confirm: [
    'Elija una contraseña para terminar. Continúe solo si ha solicitado esta cuenta y estos son sus datos.',
    'Choose a password to finish. Continue only if you requested this account and these are your details.',
  ],
  confirmSubmit: ['Confirmar y entrar', 'Confirm and log in'],
  takenTitle: ['La cuenta ya existe', 'Account already exists'],
  takenSince: [
    'Ya se ha creado una cuenta con este correo.',
    'An account with this email address has already been created.',
  ],
  forgotten: ['Restablecer la contraseña', 'Reset password'],
  enter: ['Entrar', 'Log in'],
})

export const loginTexts = textTable({
  title: ['Entrar', 'Log in'],
  email: ['Correo electrónico', 'Email address'],
  submit: ['Entrar', 'Log in'],
  wrong: ['El correo o la contraseña no son correctos.', 'The email address or the password is incorrect.'],
  noCompany: [
    'Su cuenta ya no pertenece a ninguna empresa. Pida una invitación o cree una cuenta para su empresa.',
    'Your account no longer belongs to a company. Ask for an invitation, or create an account for your company.',
  ],
  tooMany: [
    (wait: string) => `Demasiados intentos. Espere ${wait} y vuelva a intentarlo.`,
    (wait: string) => `Too many attempts. Wait ${wait} and try again.`,
  ],
  passkey: ['Entrar con una llave de acceso', 'Log in with a passkey'],
  forgotten: ['¿Ha olvidado la contraseña?', 'Forgot your password?'],
  register: ['¿Aún no tiene cuenta? Créela', 'No account yet? Create one'],
  forAssistant: [
    'Un asistente solicita acceso. Entre para ver qué solicita y decidir.',
    'An assistant is requesting access. Log in to review the request.',
  ],
  elsewhere: [
    'Esta no es la dirección principal del servicio. Si no consigue entrar, use',
    'This is not the main address of the service. If you cannot log in, use',
  ],
})

export const recoveryTexts = textTable({
  title: ['Restablecer la contraseña', 'Reset password'],
  intro: [
    'Escriba su correo y le enviaremos un enlace para elegir una contraseña nueva.',
    'Enter your email address and we will send you a link to choose a new password.',
  ],
  byOperator: [
    'Este servicio no envía correo. Pida a su operador un enlace para elegir una contraseña nueva.',
    'This service sends no email. Ask its operator for a link to choose a new password.',
  ],
  bySupport: [
    'Este servicio no envía correo. Para elegir una contraseña nueva, pida un enlace a:',
    'This service sends no email. For a link to choose a new password, contact:',
  ],
  email: ['Correo electrónico', 'Email address'],
  submit: ['Enviar enlace', 'Send link'],
  sentTitle: ['Revise su correo', 'Check your email'],
  sent: [
    'Si existe una cuenta con esa dirección, le hemos enviado un enlace válido durante una hora. Si no lo ve, revise la carpeta de correo no deseado.',
    'If an account with that address exists, we have emailed you a link. It is valid for one hour. If you do not see it, check your spam folder.',
  ],
  logIn: ['Volver al inicio de sesión', 'Back to login'],
  chooseTitle: ['Elija una contraseña nueva', 'Choose a new password'],
  chooseIntro: [
    'Entrará en su cuenta y se cerrarán todas sus demás sesiones.',
    'You will be logged in here and logged out everywhere else.',
  ],
  save: ['Guardar y entrar', 'Save and log in'],
})

export const joiningTexts = textTable({
  title: [(company: string) => `Invitación a ${company}`, (company: string) => `Join ${company}`],
  intro: [
    (email: string) => `Escriba su nombre y elija una contraseña. Entrará con el correo ${email}.`,
    (email: string) => `Enter your name and choose a password. You will log in with ${email}.`,
  ],
  roles: userRoleMeanings,
  name: ['Su nombre', 'Your name'],
  submit: ['Aceptar y entrar', 'Accept and log in'],
  other: [
    (name: string) =>
      `Ha iniciado sesión como ${name}. Si acepta, se cerrará esa sesión y entrará con la cuenta nueva.`,
    (name: string) =>
      `You are logged in as ${name}. If you accept, you will be logged out and logged in with the new account.`,
  ],
  taken: [
    'Ya existe una cuenta con este correo. Entre con ella para aceptar la invitación.',
    'An account with this email address already exists. Log in to it to accept the invitation.',
  ],
  known: [
    (email: string) => `¿Ya tiene una cuenta con ${email}?`,
    (email: string) => `Do you already have an account with ${email}?`,
  ],
  logIn: ['Entre para aceptar', 'Log in to accept'],
  logOutFirst: ['Salga y entre con ella para aceptar', 'Log out, then log in to it to accept'],
  asYou: [
    (name: string, email: string) =>
      `Aceptará como ${name} (${email}) y podrá cambiar de empresa en el menú. Sus otras empresas no lo sabrán.`,
    (name: string, email: string) =>
      `You will accept as ${name} (${email}) and can switch companies in the menu. Your other companies are not told.`,
  ],
  accept: ['Aceptar la invitación', 'Accept the invitation'],
  tooMany: [
    `Ya pertenece a ${MOST_MEMBERSHIPS} empresas, el máximo. Salga antes de una de ellas.`,
    `You already belong to ${MOST_MEMBERSHIPS} companies, the maximum. Leave one of them first.`,
  ],
})

/** A link that does not work any more, by what it was for. */
export const deadLinkTexts = textTable({
  title: ['Este enlace ya no sirve', 'This link no longer works'],
  sentence: [
    'Ya se ha usado, ha caducado o está incompleto. Cada enlace sirve una sola vez.',
    'It has already been used, has expired or is incomplete. Each link works only once.',
  ],
  registration: ['Volver a crear la cuenta', 'Start again'],
  reset: ['Solicitar otro enlace', 'Request a new link'],
  invitation: [
    'Pida otra invitación a la persona que le invitó.',
    'Ask the person who invited you for a new invitation.',
  ],
  logIn: ['Entrar', 'Log in'],
})

/** What every field for a password says. */
export const passwordTexts = textTable({
  label: ['Contraseña', 'Password'],
  fresh: ['Contraseña nueva', 'New password'],
  rules: [
    `Al menos ${SHORTEST_PASSWORD} caracteres. Varias palabras sin relación funcionan bien. No use contraseñas comunes ni su nombre, su correo o su empresa.`,
    `At least ${SHORTEST_PASSWORD} characters. Several unrelated words work well. Avoid common passwords, your name, your email address and your company.`,
  ],
  show: ['Mostrar contraseña', 'Show password'],
  hide: ['Ocultar contraseña', 'Hide password'],
  endAssistants: [
    (count: number) =>
      count === 1
        ? 'Desconectar también el asistente de IA que ha autorizado'
        : `Desconectar también los ${count} asistentes de IA que ha autorizado`,
    (count: number) =>
      count === 1
        ? 'Also disconnect the AI assistant you authorised'
        : `Also disconnect the ${count} AI assistants you authorised`,
  ],
  endAssistantsHint: [
    'Recomendado si otra persona puede conocer la contraseña anterior. Podrá volver a conectarlos después.',
    'Recommended if someone else may know your old password. You can reconnect them later.',
  ],
})

/** Why a text cannot be a password. */
export const passwordFaults = textTable({
  too_short: [
    `Escriba al menos ${SHORTEST_PASSWORD} caracteres.`,
    `Enter at least ${SHORTEST_PASSWORD} characters.`,
  ],
  too_long: [
    `Escriba como mucho ${LONGEST_PASSWORD} caracteres.`,
    `Enter at most ${LONGEST_PASSWORD} characters.`,
  ],
  too_common: [
    'Esta contraseña es demasiado común. Pruebe con varias palabras sin relación.',
    'This password is too common. Try several unrelated words.',
  ],
  too_personal: [
    'Se parece demasiado a su nombre, su correo o su empresa. Elija otra.',
    'This is too similar to your name, email address or company. Choose another password.',
  ],
} satisfies TextTable<PasswordFault>)

/** The page to which a notice by mail leads those who want no more of them. */
export const unsubscribeTexts = textTable({
  title: ['Dejar de recibir avisos', 'Unsubscribe from notices'],
  intro: ['Dejará de recibir por correo estos avisos:', 'You will no longer be emailed about:'],
  kinds: noticeKindNames,
  submit: ['Dejar de recibirlos', 'Unsubscribe'],
  choose: ['Elegir avisos en mi cuenta', 'Choose notices in my account'],
  doneTitle: ['Ya no recibirá estos avisos', 'You are unsubscribed'],
  done: ['Avisos desactivados:', 'Switched off:'],
  unknownTitle: ['Este enlace no sirve', 'This link does not work'],
  unknown: [
    'Está incompleto o es demasiado antiguo. Puede cambiar sus avisos en su cuenta.',
    'It is incomplete or too old. You can change your notices in your account.',
  ],
})

export const profileTexts = textTable({
  title: ['Mi cuenta', 'My account'],
  details: ['Sus datos', 'Your details'],
  name: ['Nombre', 'Name'],
  email: ['Correo electrónico', 'Email address'],
  role: ['Rol', 'Role'],
  roles: userRoleNames,
  language: ['Idioma', 'Language'],
  languageHint: [
    'Para estas páginas y los mensajes que le enviamos.',
    'For these pages and the messages we send you.',
  ],
  notices: ['Avisos por correo', 'Email notices'],
  noticesHint: [
    (company: string) =>
      `Sobre las cartas de porte de ${company}. No le avisamos de lo que hace usted. Cada empresa tiene sus propios avisos.`,
    (company: string) =>
      `About the consignment notes of ${company}. We do not email you about your own actions. Each company has notices of its own.`,
  ],
  security: ['Verificación en dos pasos', 'Two-step verification'],
  securityOn: ['activada', 'on'],
  securityOff: ['desactivada', 'off'],
  securityHint: [
    'Aplicación de códigos, llaves de acceso y códigos de recuperación.',
    'Authenticator app, passkeys and recovery codes.',
  ],
  securityOpen: ['Seguridad', 'Security'],
  companies: ['Sus empresas', 'Your companies'],
  leave: [(company: string) => `Dejar ${company}`, (company: string) => `Leave ${company}`],
  leaveQuestion: [
    (company: string) => `¿Dejar ${company}? Perderá el acceso a sus cartas de porte.`,
    (company: string) => `Leave ${company}? You will lose access to its consignment notes.`,
  ],
  lastOwner: [
    'Es el único propietario de esta empresa. Antes de dejarla, nombre a otro.',
    'You are the only owner of this company. Before you leave, make someone else an owner.',
  ],
  now: ['ahora', 'current'],
  noticesLegend: ['Quiero recibir avisos de', 'Email me about'],
  noticeKinds: noticeKindNames,
  noMail: [
    'Esta instalación no envía correo. Quien la administra debe configurarlo para que pueda recibir avisos.',
    'This installation does not send email. Its operator has to set up a mail server before you can receive notices.',
  ],
  unknownNotice: ['Elija entre los avisos de la lista.', 'Choose from the notices in the list.'],
  password: ['Contraseña', 'Password'],
  current: ['Contraseña actual', 'Current password'],
  passwordHint: ['Al cambiarla se cerrarán sus demás sesiones.', 'Changing it logs you out everywhere else.'],
  change: ['Cambiar contraseña', 'Change password'],
  wrong: ['Esta no es su contraseña actual.', 'This is not your current password.'],
  tooMany: [
    (wait: string) => `Demasiados intentos. Espere ${wait} y vuelva a intentarlo.`,
    (wait: string) => `Too many attempts. Wait ${wait} and try again.`,
  ],
  sessions: ['Sesiones abiertas', 'Open sessions'],
  sessionsIntro: [
    'Navegadores con la sesión iniciada. Si no reconoce alguno, cierre su sesión y cambie la contraseña.',
    'Browsers where you are logged in. If you do not recognise one, end its session and change your password.',
  ],
  browser: ['Navegador', 'Browser'],
  address: ['Dirección de red', 'Network address'],
  begun: ['Inicio', 'Started'],
  lastSeen: ['Última actividad', 'Last active'],
  action: ['Acción', 'Action'],
  thisOne: ['esta', 'this one'],
  end: ['Cerrar', 'End'],
  endOf: [
    (browser: string) => `Cerrar la sesión de ${browser}`,
    (browser: string) => `End the session of ${browser}`,
  ],
  endOthers: ['Cerrar las demás sesiones', 'End all other sessions'],
  more: [(count: number) => `Y ${count} más.`, (count: number) => `And ${count} more.`],
})
