import { closed } from '@ecmr/contract'
import { Type } from '@sinclair/typebox'

/** Any text is let through to the handler: what is malformed is answered like what is unknown. */
export const noteParams = closed({ id: Type.String({ description: 'The note’s id or number' }) })

export const invitationParams = closed({
  ...noteParams.properties,
  invitation_id: Type.String({ description: 'The invitation, as making it answered' }),
})

export const attachmentParams = closed({
  ...noteParams.properties,
  attachment_id: Type.String({ description: 'The attachment, as adding it answered' }),
})

export const shareParams = closed({
  ...noteParams.properties,
  share_id: Type.String({ description: 'The share, as making it answered' }),
})

export const incidentParams = closed({
  ...noteParams.properties,
  incident_id: Type.String({ description: 'The incident, as reporting it answered' }),
})
