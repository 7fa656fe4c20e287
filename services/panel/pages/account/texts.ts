import { LONGEST_PASSWORD, type PasswordFault, SHORTEST_PASSWORD } from '@ecmr/accounts'
import { inBoth } from '../../texts/texts.js'

export const registrationTexts = inBoth(
  {
    title: 'Crear una cuenta',
    intro: 'Una cuenta es de una empresa. Quien la crea es su propietario y puede invitar a más personas.',
    company: 'Nombre de la empresa',
    name: 'Su nombre',
    email: 'Correo electrónico',
    emailHint: 'Le enviaremos un enlace para confirmarlo y elegir la contraseña.',
    submit: 'Crear la cuenta',
    logIn: '¿Ya tiene cuenta? Entre',
    taken: 'Ya hay una cuenta con este correo. Entre o pida una contraseña nueva.',
    sentTitle: 'Revise su correo',
    sent: 'Le hemos enviado un mensaje con el siguiente paso. Puede tardar unos minutos. Revise también el correo no deseado.',
    sentAgain: '¿No llega? Compruebe la dirección y pídalo otra vez.',
    confirmTitle: 'Confirme su cuenta',
    confirm:
      'Elija una contraseña para terminar. Continúe solo si ha pedido usted esta cuenta y estos datos son suyos.',
    confirmSubmit: 'Confirmar y entrar',
    takenTitle: 'Esta cuenta ya existe',
    takenSince: 'Mientras tanto se ha creado una cuenta con este correo.',
    forgotten: 'Pedir otra contraseña',
    enter: 'Entrar',
  },
  {
    title: 'Create an account',
    intro: 'An account belongs to a company. You become its owner and can invite other people.',
    company: 'Name of the company',
    name: 'Your name',
    email: 'Email address',
    emailHint: 'We will send you a link to confirm it and choose your password.',
    submit: 'Create the account',
    logIn: 'Already have an account? Log in',
    taken: 'An account with this email address already exists. Log in, or reset your password.',
    sentTitle: 'Check your email',
    sent: 'We have sent you a message with the next step. It can take a few minutes. Also check your spam folder.',
    sentAgain: 'No message? Check the address and try again.',
    confirmTitle: 'Confirm your account',
    confirm:
      'Choose a password to finish. Continue only if you requested this account and these details are yours.',
    confirmSubmit: 'Confirm and log in',
    takenTitle: 'This account already exists',
    takenSince: 'An account with this email address has been created in the meantime.',
    forgotten: 'Reset your password',
    enter: 'Log in',
  },
)

export const loginTexts = inBoth(
  {
    title: 'Entrar',
    email: 'Correo electrónico',
    submit: 'Entrar',
    wrong: 'El correo o la contraseña no son correctos.',
    tooMany: (wait: string) => `Demasiados intentos. Espere ${wait} y vuelva a probar.`,
    forgotten: '¿Ha olvidado la contraseña?',
    register: '¿Aún no tiene cuenta? Créela',
    forAssistant: 'Un asistente solicita acceso. Entre con su cuenta para ver qué pide y decidir.',
    elsewhere:
      'Ha abierto esta página con otra dirección que la del servicio. Si no consigue entrar, ábrala en',
  },
  {
    title: 'Log in',
    email: 'Email address',
    submit: 'Log in',
    wrong: 'The email address or the password is incorrect.',
    tooMany: (wait: string) => `Too many attempts. Wait ${wait} and try again.`,
    forgotten: 'Forgot your password?',
    register: 'No account yet? Create one',
    forAssistant: 'An assistant requests access. Log in to see what it requests and to decide.',
    elsewhere: 'This is not the main address of the service. If you cannot log in, use',
  },
)

export const recoveryTexts = inBoth(
  {
    title: 'Recuperar el acceso',
    intro: 'Escriba su correo y le enviaremos un enlace para elegir una contraseña nueva.',
    byOperator:
      'Este servicio no envía correo. Pida a su operador un enlace para elegir una contraseña nueva.',
    email: 'Correo electrónico',
    submit: 'Enviar el enlace',
    sentTitle: 'Revise su correo',
    sent: 'Si hay una cuenta con esa dirección, le hemos enviado un enlace. Sirve durante una hora. Revise también el correo no deseado.',
    logIn: 'Volver a entrar',
    chooseTitle: 'Elija una contraseña nueva',
    chooseIntro:
      'Al guardarla entrará en su cuenta, y las sesiones de todos los demás navegadores se cerrarán.',
    save: 'Guardar y entrar',
  },
  {
    title: 'Recover access',
    intro: 'Enter your email address. We will send you a link to choose a new password.',
    byOperator: 'This service sends no email. Ask its operator for a link to choose a new password.',
    email: 'Email address',
    submit: 'Send the link',
    sentTitle: 'Check your email',
    sent: 'If there is an account with that address, we have sent you a link. It works for one hour. Also check your spam folder.',
    logIn: 'Back to login',
    chooseTitle: 'Choose a new password',
    chooseIntro: 'This logs you in and ends all your other sessions.',
    save: 'Save and log in',
  },
)

export const joiningTexts = inBoth(
  {
    title: (company: string) => `Le invitan a ${company}`,
    intro: (email: string) => `Elija un nombre y una contraseña. Entrará siempre con el correo ${email}.`,
    roles: {
      owner:
        'Será propietario: trabajará con las cartas de porte y gestionará la empresa, sus claves y sus personas.',
      member: 'Será miembro: trabajará con las cartas de porte de la empresa.',
    },
    name: 'Su nombre',
    submit: 'Aceptar y entrar',
    other: (name: string) =>
      `Ahora está dentro como ${name}. Si acepta, esa sesión se cerrará en este navegador y entrará con la cuenta nueva.`,
    taken: 'Este correo ya tiene una cuenta. Pida a quien le invita que use otra dirección.',
  },
  {
    title: (company: string) => `You are invited to ${company}`,
    intro: (email: string) => `Choose a name and a password. Your login is the email address ${email}.`,
    roles: {
      owner:
        'You will be an owner: you work with consignment notes and manage the company, its keys and its people.',
      member: 'You will be a member: you work with the consignment notes of the company.',
    },
    name: 'Your name',
    submit: 'Accept and log in',
    other: (name: string) =>
      `You are logged in as ${name}. If you accept, that session ends in this browser, and you are logged in with the new account.`,
    taken: 'This email address already has an account. Ask for an invitation to another address.',
  },
)

/** A link that does not work any more, by what it was for. */
export const deadLinkTexts = inBoth(
  {
    title: 'Este enlace ya no sirve',
    sentence: 'Se ha usado ya, ha caducado o no está completo. Cada enlace sirve una sola vez.',
    registration: 'Crear la cuenta de nuevo',
    reset: 'Pedir otro enlace',
    invitation: 'Pida otra invitación a quien le ha invitado.',
    logIn: 'Entrar',
  },
  {
    title: 'This link no longer works',
    sentence: 'It was already used, has expired or is incomplete. Each link works once.',
    registration: 'Create the account again',
    reset: 'Request another link',
    invitation: 'Request another invitation from the person who invited you.',
    logIn: 'Log in',
  },
)

/** What every field for a password says. */
export const passwordTexts = inBoth(
  {
    label: 'Contraseña',
    fresh: 'Contraseña nueva',
    rules: `Al menos ${SHORTEST_PASSWORD} caracteres, los que quiera: varias palabras sin relación sirven. No use contraseñas comunes, su nombre, su correo ni su empresa.`,
    show: 'Mostrar la contraseña',
    hide: 'Ocultar la contraseña',
    endAssistants: (count: number) =>
      count === 1
        ? 'Desconectar también el asistente de IA que ha autorizado'
        : `Desconectar también los ${count} asistentes de IA que ha autorizado`,
    endAssistantsHint:
      'Conviene si otra persona pudo conocer la contraseña anterior. Después podrá volver a conectarlos.',
  },
  {
    label: 'Password',
    fresh: 'New password',
    rules: `At least ${SHORTEST_PASSWORD} characters of your choice: several unrelated words work well. Do not use common passwords, your name, your email address or your company.`,
    show: 'Show password',
    hide: 'Hide password',
    endAssistants: (count: number) =>
      count === 1
        ? 'Also disconnect the AI assistant that you authorised'
        : `Also disconnect the ${count} AI assistants that you authorised`,
    endAssistantsHint:
      'Recommended if another person may know the previous password. You can connect them again later.',
  },
)

/** Why a text cannot be a password. */
export const passwordFaults = inBoth<Readonly<Record<PasswordFault, string>>>(
  {
    too_short: `Escriba al menos ${SHORTEST_PASSWORD} caracteres.`,
    too_long: `Escriba como mucho ${LONGEST_PASSWORD} caracteres.`,
    too_common: 'Esta contraseña es demasiado común. Elija otra, por ejemplo varias palabras sin relación.',
    too_personal: 'Se parece demasiado a su nombre, su correo o su empresa. Elija otra.',
  },
  {
    too_short: `Enter at least ${SHORTEST_PASSWORD} characters.`,
    too_long: `Enter at most ${LONGEST_PASSWORD} characters.`,
    too_common: 'This password is too common. Choose another, such as several unrelated words.',
    too_personal: 'This is too similar to your name, email address or company. Choose another.',
  },
)

export const profileTexts = inBoth(
  {
    title: 'Mi cuenta',
    details: 'Sus datos',
    name: 'Nombre',
    email: 'Correo electrónico',
    role: 'Rol',
    roles: { owner: 'Propietario', member: 'Miembro' },
    language: 'Idioma',
    languageHint: 'De estas páginas y de los mensajes que le enviamos.',
    password: 'Contraseña',
    current: 'Contraseña actual',
    passwordHint: 'Al cambiarla se cierran sus demás sesiones.',
    change: 'Cambiar la contraseña',
    wrong: 'Esta no es su contraseña actual.',
    tooMany: (wait: string) => `Demasiados intentos. Espere ${wait} y vuelva a probar.`,
    sessions: 'Sesiones abiertas',
    sessionsIntro:
      'Navegadores en los que ha entrado. Si no reconoce alguno, cierre su sesión y cambie la contraseña.',
    browser: 'Navegador',
    address: 'Dirección de red',
    begun: 'Desde',
    lastSeen: 'Última vez',
    action: 'Acción',
    thisOne: 'esta',
    end: 'Cerrar',
    endOf: (browser: string) => `Cerrar la sesión de ${browser}`,
    endOthers: 'Cerrar todas las demás',
    more: (count: number) => `Y ${count} más.`,
  },
  {
    title: 'My account',
    details: 'Your details',
    name: 'Name',
    email: 'Email address',
    role: 'Role',
    roles: { owner: 'Owner', member: 'Member' },
    language: 'Language',
    languageHint: 'For these pages and the messages we send you.',
    password: 'Password',
    current: 'Current password',
    passwordHint: 'Changing it ends your other sessions.',
    change: 'Change password',
    wrong: 'This is not your current password.',
    tooMany: (wait: string) => `Too many attempts. Wait ${wait} and try again.`,
    sessions: 'Open sessions',
    sessionsIntro:
      'Browsers in which you are logged in. If you do not recognise one, end its session and change your password.',
    browser: 'Browser',
    address: 'Network address',
    begun: 'Since',
    lastSeen: 'Last seen',
    action: 'Action',
    thisOne: 'this one',
    end: 'End',
    endOf: (browser: string) => `End the session of ${browser}`,
    endOthers: 'End all others',
    more: (count: number) => `And ${count} more.`,
  },
)
