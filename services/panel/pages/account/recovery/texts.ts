import { inBoth } from '../../../texts/texts.js'

export const recoveryTexts = inBoth(
  {
    title: 'Recuperar el acceso',
    intro: 'Escriba su correo y le enviaremos un enlace para elegir otra contraseña.',
    byOperator:
      'Este servicio no envía correo. Pida a quien lo opera un enlace para elegir otra contraseña: puede crearlo desde su consola.',
    email: 'Correo electrónico',
    submit: 'Enviar el enlace',
    sentTitle: 'Mire su correo',
    sent: 'Si hay una cuenta con esa dirección, le hemos enviado un enlace. Sirve durante una hora; mire también en el correo no deseado.',
    logIn: 'Volver a entrar',
    chooseTitle: 'Elija una contraseña nueva',
    chooseIntro:
      'Al guardarla entrará en su cuenta, y las sesiones de todos los demás navegadores se cerrarán.',
    save: 'Guardar y entrar',
  },
  {
    title: 'Recover access',
    intro: 'Enter your mail address and we will send you a link to choose another password.',
    byOperator:
      'This service sends no mail. Ask whoever operates it for a link to choose another password: it can be made on the console.',
    email: 'Mail address',
    submit: 'Send the link',
    sentTitle: 'Look at your mail',
    sent: 'If there is an account with that address, we have sent you a link. It works for an hour; look among unwanted mail too.',
    logIn: 'Back to logging in',
    chooseTitle: 'Choose a new password',
    chooseIntro: 'Saving it logs you in, and ends the sessions of all other browsers.',
    save: 'Save and log in',
  },
)
