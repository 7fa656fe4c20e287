import { inBoth } from '../../texts/texts.js'

/** What is said after a form. */
export const companyFlashes = inBoth(
  {
    company_saved: 'Los datos de la empresa se han guardado.',
    role_changed: 'Rol cambiado.',
    person_removed: 'La persona ya no forma parte de la empresa.',
    invited: 'Invitación enviada.',
    invitation_withdrawn: 'Invitación retirada. Su enlace ya no sirve.',
  },
  {
    company_saved: 'The company’s details have been saved.',
    role_changed: 'Role changed.',
    person_removed: 'The person is no longer part of the company.',
    invited: 'Invitation sent.',
    invitation_withdrawn: 'Invitation withdrawn. Its link does not work any more.',
  },
)
