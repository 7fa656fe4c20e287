import { inBoth } from '../../texts/texts.js'

/** What is said after a form. */
export const apiKeyFlashes = inBoth(
  { key_revoked: 'La clave está revocada.', key_revoked_before: 'La clave ya estaba revocada.' },
  { key_revoked: 'The key is revoked.', key_revoked_before: 'The key had been revoked before.' },
)
