import { type TextTable, textTable } from '@ecmr/contract'
import { LONGEST_PASSWORD, type PasswordFault, SHORTEST_PASSWORD } from '@ecmr/accounts'

export const registrationTexts = textTable({
  title: ['Crear una cuenta', 'Create an account'],
  intro: [
    'Una cuenta es de una empresa. Quien la crea es su propietario y puede invitar a más personas.',
    'An account belongs to a company. You become its owner and can invite other people.',
  ],
  company: ['Nombre de la empresa', 'Name of the company'],
  name: ['Su nombre', 'Your name'],
  email: ['Correo electrónico', 'Email address'],
  emailHint: [
    'Le enviaremos un enlace para confirmarlo y elegir la contraseña.',
    'We will send you a link to confirm it and choose your password.',
  ],
  submit: ['Crear la cuenta', 'Create the account'],
  logIn: ['¿Ya tiene cuenta? Entre', 'Already have an account? Log in'],
  taken: [
    'Ya hay una cuenta con este correo. Entre o pida una contraseña nueva.',
    'An account with this email address already exists. Log in, or reset your password.',
  ],
  sentTitle: ['Revise su correo', 'Check your email'],
  sent: [
    'Le hemos enviado un mensaje con el siguiente paso. Puede tardar unos minutos. Revise también el correo no deseado.',
    'We have sent you a message with the next step. It can take a few minutes. Also check your spam folder.',
  ],
  sentAgain: [
    '¿No llega? Compruebe la dirección y pídalo otra vez.',
    'No message? Check the address and try again.',
  ],
  confirmTitle: ['Confirme su cuenta', 'Confirm your account'],
  confirm: [
    'Elija una contraseña para terminar. Continúe solo si ha pedido usted esta cuenta y estos datos son suyos.',
    'Choose a password to finish. Continue only if you requested this account and these details are yours.',
  ],
  confirmSubmit: ['Confirmar y entrar', 'Confirm and log in'],
  takenTitle: ['Esta cuenta ya existe', 'This account already exists'],
  takenSince: [
    'Mientras tanto se ha creado una cuenta con este correo.',
    'An account with this email address has been created in the meantime.',
  ],
  forgotten: ['Pedir otra contraseña', 'Reset your password'],
  enter: ['Entrar', 'Log in'],
})

export const loginTexts = textTable({
  title: ['Entrar', 'Log in'],
  email: ['Correo electrónico', 'Email address'],
  submit: ['Entrar', 'Log in'],
  wrong: ['El correo o la contraseña no son correctos.', 'The email address or the password is incorrect.'],
  tooMany: [
    (wait: string) => `Demasiados intentos. Espere ${wait} y vuelva a probar.`,
    (wait: string) => `Too many attempts. Wait ${wait} and try again.`,
  ],
  forgotten: ['¿Ha olvidado la contraseña?', 'Forgot your password?'],
  register: ['¿Aún no tiene cuenta? Créela', 'No account yet? Create one'],
  forAssistant: [
    'Un asistente solicita acceso. Entre con su cuenta para ver qué pide y decidir.',
    'An assistant requests access. Log in to see what it requests and to decide.',
  ],
  elsewhere: [
    'Ha abierto esta página con otra dirección que la del servicio. Si no consigue entrar, ábrala en',
    'This is not the main address of the service. If you cannot log in, use',
  ],
})

export const recoveryTexts = textTable({
  title: ['Recuperar el acceso', 'Recover access'],
  intro: [
    'Escriba su correo y le enviaremos un enlace para elegir una contraseña nueva.',
    'Enter your email address. We will send you a link to choose a new password.',
  ],
  byOperator: [
    'Este servicio no envía correo. Pida a su operador un enlace para elegir una contraseña nueva.',
    'This service sends no email. Ask its operator for a link to choose a new password.',
  ],
  email: ['Correo electrónico', 'Email address'],
  submit: ['Enviar el enlace', 'Send the link'],
  sentTitle: ['Revise su correo', 'Check your email'],
  sent: [
    'Si hay una cuenta con esa dirección, le hemos enviado un enlace. Sirve durante una hora. Revise también el correo no deseado.',
    'If there is an account with that address, we have sent you a link. It works for one hour. Also check your spam folder.',
  ],
  logIn: ['Volver a entrar', 'Back to login'],
  chooseTitle: ['Elija una contraseña nueva', 'Choose a new password'],
  chooseIntro: [
    'Al guardarla entrará en su cuenta, y las sesiones de todos los demás navegadores se cerrarán.',
    'This logs you in and ends all your other sessions.',
  ],
  save: ['Guardar y entrar', 'Save and log in'],
})

export const joiningTexts = textTable({
  title: [
    (company: string) => `Le invitan a ${company}`,
    (company: string) => `You are invited to ${company}`,
  ],
  intro: [
    (email: string) => `Elija un nombre y una contraseña. Entrará siempre con el correo ${email}.`,
    (email: string) => `Choose a name and a password. Your login is the email address ${email}.`,
  ],
  roles: {
    owner: [
      'Será propietario: trabajará con las cartas de porte y gestionará la empresa, sus claves y sus personas.',
      'You will be an owner: you work with consignment notes and manage the company, its keys and its people.',
    ],
    member: [
      'Será miembro: trabajará con las cartas de porte de la empresa.',
      'You will be a member: you work with the consignment notes of the company.',
    ],
  },
  name: ['Su nombre', 'Your name'],
  submit: ['Aceptar y entrar', 'Accept and log in'],
  other: [
    (name: string) =>
      `Ahora está dentro como ${name}. Si acepta, esa sesión se cerrará en este navegador y entrará con la cuenta nueva.`,
    (name: string) =>
      `You are logged in as ${name}. If you accept, that session ends in this browser, and you are logged in with the new account.`,
  ],
  taken: [
    'Este correo ya tiene una cuenta. Pida a quien le invita que use otra dirección.',
    'This email address already has an account. Ask for an invitation to another address.',
  ],
})

/** A link that does not work any more, by what it was for. */
export const deadLinkTexts = textTable({
  title: ['Este enlace ya no sirve', 'This link no longer works'],
  sentence: [
    'Se ha usado ya, ha caducado o no está completo. Cada enlace sirve una sola vez.',
    'It was already used, has expired or is incomplete. Each link works once.',
  ],
  registration: ['Crear la cuenta de nuevo', 'Create the account again'],
  reset: ['Pedir otro enlace', 'Request another link'],
  invitation: [
    'Pida otra invitación a quien le ha invitado.',
    'Request another invitation from the person who invited you.',
  ],
  logIn: ['Entrar', 'Log in'],
})

/** What every field for a password says. */
export const passwordTexts = textTable({
  label: ['Contraseña', 'Password'],
  fresh: ['Contraseña nueva', 'New password'],
  rules: [
    `Al menos ${SHORTEST_PASSWORD} caracteres, los que quiera: varias palabras sin relación sirven. No use contraseñas comunes, su nombre, su correo ni su empresa.`,
    `At least ${SHORTEST_PASSWORD} characters of your choice: several unrelated words work well. Do not use common passwords, your name, your email address or your company.`,
  ],
  show: ['Mostrar la contraseña', 'Show password'],
  hide: ['Ocultar la contraseña', 'Hide password'],
  endAssistants: [
    (count: number) =>
      count === 1
        ? 'Desconectar también el asistente de IA que ha autorizado'
        : `Desconectar también los ${count} asistentes de IA que ha autorizado`,
    (count: number) =>
      count === 1
        ? 'Also disconnect the AI assistant that you authorised'
        : `Also disconnect the ${count} AI assistants that you authorised`,
  ],
  endAssistantsHint: [
    'Conviene si otra persona pudo conocer la contraseña anterior. Después podrá volver a conectarlos.',
    'Recommended if another person may know the previous password. You can connect them again later.',
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
    'Esta contraseña es demasiado común. Elija otra, por ejemplo varias palabras sin relación.',
    'This password is too common. Choose another, such as several unrelated words.',
  ],
  too_personal: [
    'Se parece demasiado a su nombre, su correo o su empresa. Elija otra.',
    'This is too similar to your name, email address or company. Choose another.',
  ],
} satisfies TextTable<PasswordFault>)

export const profileTexts = textTable({
  title: ['Mi cuenta', 'My account'],
  details: ['Sus datos', 'Your details'],
  name: ['Nombre', 'Name'],
  email: ['Correo electrónico', 'Email address'],
  role: ['Rol', 'Role'],
  roles: {
    owner: ['Propietario', 'Owner'],
    member: ['Miembro', 'Member'],
  },
  language: ['Idioma', 'Language'],
  languageHint: [
    'De estas páginas y de los mensajes que le enviamos.',
    'For these pages and the messages we send you.',
  ],
  password: ['Contraseña', 'Password'],
  current: ['Contraseña actual', 'Current password'],
  passwordHint: ['Al cambiarla se cierran sus demás sesiones.', 'Changing it ends your other sessions.'],
  change: ['Cambiar la contraseña', 'Change password'],
  wrong: ['Esta no es su contraseña actual.', 'This is not your current password.'],
  tooMany: [
    (wait: string) => `Demasiados intentos. Espere ${wait} y vuelva a probar.`,
    (wait: string) => `Too many attempts. Wait ${wait} and try again.`,
  ],
  sessions: ['Sesiones abiertas', 'Open sessions'],
  sessionsIntro: [
    'Navegadores en los que ha entrado. Si no reconoce alguno, cierre su sesión y cambie la contraseña.',
    'Browsers in which you are logged in. If you do not recognise one, end its session and change your password.',
  ],
  browser: ['Navegador', 'Browser'],
  address: ['Dirección de red', 'Network address'],
  begun: ['Desde', 'Since'],
  lastSeen: ['Última vez', 'Last seen'],
  action: ['Acción', 'Action'],
  thisOne: ['esta', 'this one'],
  end: ['Cerrar', 'End'],
  endOf: [
    (browser: string) => `Cerrar la sesión de ${browser}`,
    (browser: string) => `End the session of ${browser}`,
  ],
  endOthers: ['Cerrar todas las demás', 'End all others'],
  more: [(count: number) => `Y ${count} más.`, (count: number) => `And ${count} more.`],
})
