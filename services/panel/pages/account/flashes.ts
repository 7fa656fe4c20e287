import { inBoth } from '../../texts/texts.js'

/** What is said after a form. */
export const accountFlashes = inBoth(
  {
    logged_out: 'Ha cerrado la sesión.',
    session_over: 'Su sesión ha terminado y no se ha guardado nada. Entre y repita lo último que hizo.',
    registered: 'Su cuenta está lista.',
    joined: 'Ya forma parte de la empresa.',
    password_changed: 'Contraseña cambiada. Las demás sesiones se han cerrado.',
    password_changed_for_all:
      'Contraseña cambiada. Las demás sesiones se han cerrado y sus asistentes de IA se han desconectado.',
    profile_saved: 'Sus datos se han guardado.',
    session_ended: 'Sesión cerrada.',
    sessions_ended: 'Las demás sesiones se han cerrado.',
  },
  {
    logged_out: 'You are logged out.',
    session_over: 'Your session has ended and nothing was saved. Log in and repeat what you did last.',
    registered: 'Your account is ready.',
    joined: 'You are now part of the company.',
    password_changed: 'Password changed. All other sessions have been ended.',
    password_changed_for_all:
      'Password changed. All other sessions have been ended, and your AI assistants disconnected.',
    profile_saved: 'Your details have been saved.',
    session_ended: 'Session ended.',
    sessions_ended: 'All other sessions have been ended.',
  },
)
