import { textTable } from '@ecmr/contract'

export const secondStepTexts = textTable({
  title: ['Verificación en dos pasos', 'Two-step verification'],
  passkeyTitle: ['Entrar con una llave de acceso', 'Log in with a passkey'],
  code: ['Código de la aplicación', 'Code from your app'],
  codeHint: [
    'Los seis dígitos que muestra ahora su aplicación. Cada código sirve una sola vez.',
    'The six digits that your app shows now. Each code works once.',
  ],
  recoveryCode: ['Código de recuperación', 'Recovery code'],
  recoveryHint: [
    'Uno de los que guardó, como k7pm-x2va-9hqd-tn4c.',
    'One of those you kept, such as k7pm-x2va-9hqd-tn4c.',
  ],
  submit: ['Continuar', 'Continue'],
  wrong: [
    'El código no es correcto o ya se ha usado. Si es de la aplicación, espere al siguiente.',
    'The code is wrong or was already used. If it is from your app, wait for the next one.',
  ],
  tooMany: [
    (wait: string) => `Demasiados códigos incorrectos. Espere ${wait} y vuelva a intentarlo.`,
    (wait: string) => `Too many wrong codes. Wait ${wait} and try again.`,
  ],
  noCompany: [
    'Su cuenta ya no pertenece a ninguna empresa. Pida una invitación o cree una cuenta para su empresa.',
    'Your account no longer belongs to a company. Ask for an invitation, or create an account for your company.',
  ],
  unreadable: [
    'El servicio ha cambiado de clave y ya no puede comprobar los códigos de su aplicación. Use un código de recuperación o una llave de acceso, y configure la aplicación de nuevo. Si no tiene, pida al operador que restablezca su verificación.',
    'The service has changed its key and can no longer check the codes of your app. Use a recovery code or a passkey, and set up the app again. If you have neither, ask the operator to reset your verification.',
  ],
  unverified: [
    'Esta llave no ha comprobado quién es usted con un PIN, una huella o la cara. Entre con su contraseña y use la llave en el segundo paso.',
    'This passkey did not verify you with a PIN, fingerprint or face. Log in with your password and use it in the second step.',
  ],
  wrongPasskey: [
    'Esta llave de acceso no sirve para esta cuenta o ha pasado demasiado tiempo. Inténtelo de nuevo.',
    'This passkey does not belong to this account, or it took too long. Try again.',
  ],
  passkeyHint: [
    'Confirme con su dispositivo o su llave de seguridad.',
    'Confirm with your device or security key.',
  ],
  usePasskey: ['Usar llave de acceso', 'Use passkey'],
  passkeyFailed: [
    'No se ha podido usar la llave de acceso. Inténtelo de nuevo o use otra forma de entrar.',
    'The passkey could not be used. Try again, or log in another way.',
  ],
  withoutPasskeys: [
    'Las llaves de acceso necesitan JavaScript y un navegador reciente.',
    'Passkeys need JavaScript and a recent browser.',
  ],
  elsewhere: [
    'Aquí no se pueden usar llaves de acceso. Use un código de recuperación.',
    'Passkeys cannot be used here. Use a recovery code.',
  ],
  lost: ['¿Ha perdido el dispositivo?', 'Lost your device?'],
  noCodes: [
    '¿No tiene códigos? Un propietario de su empresa o el operador del servicio puede restablecer su verificación.',
    'No codes left? An owner of your company or the operator of this service can reset your verification.',
  ],
  otherWay: ['Usar otra forma', 'Use another way'],
  back: ['Volver a empezar', 'Start again'],
})

export const identifyTexts = textTable({
  title: ['Confirme que es usted', 'Confirm it is you'],
  intro: [
    'Para cambiar la seguridad de la cuenta hay que haberse identificado en los últimos 15 minutos.',
    'To change the security of your account you must have identified yourself in the last 15 minutes.',
  ],
  submit: ['Continuar', 'Continue'],
  wrong: ['La contraseña no es correcta.', 'The password is incorrect.'],
  tooMany: [
    (wait: string) => `Demasiados intentos. Espere ${wait} y vuelva a intentarlo.`,
    (wait: string) => `Too many attempts. Wait ${wait} and try again.`,
  ],
  passkey: ['Usar llave de acceso', 'Use passkey'],
  forgotten: ['¿Ha olvidado la contraseña?', 'Forgot your password?'],
})
