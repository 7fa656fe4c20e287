import { noteLimits, roles, shareAccesses } from '@ecmr/domain'
import { type Static, Type } from '@sinclair/typebox'
import { closed, list, oneOf } from './json-schema.js'
import { publicCompany } from './public-company.js'

const access = oneOf(shareAccesses, 'read: to see the note; act: to act in one role as well')
const role = oneOf(
  roles,
  'In which the company acts: it signs, reports and records as this party, the carrier also takes over, delivers and changes the vehicle. With act only',
)

/** Body of `POST /api/ecmrs/{id}/shares`. */
export const shareBody = closed(
  {
    company: Type.String({
      description:
        'Handle of the other company of this installation, as it reads it in its panel or in GET /api/me',
      minLength: 3,
      maxLength: 40,
    }),
    access,
    role: Type.Optional(role),
  },
  { title: 'Sharing', description: 'Another company may see the note, or act in a role' },
)
export type ShareBody = Static<typeof shareBody>

/** A share of a note. */
export const shareView = closed(
  {
    share_id: Type.String({ format: 'uuid' }),
    company: Type.Optional(publicCompany),
    access,
    role: Type.Optional(role),
    state: oneOf(['open', 'revoked'], 'A company whose share is revoked sees the note no more'),
    shared_at: Type.String({ description: 'RFC 3339, UTC' }),
    revoked_at: Type.Optional(Type.String({ description: 'RFC 3339, UTC' })),
  },
  { title: 'Share', description: 'What another company may do with a note; without company: it is gone' },
)
export type ShareView = Static<typeof shareView>

/** All shares of a note, newest first. */
export const shareList = closed(
  {
    owner: Type.Optional(publicCompany),
    data: list(shareView, { maxItems: noteLimits.shares }),
  },
  { title: 'ShareList', description: 'Whose note it is, and with whom it is shared' },
)
