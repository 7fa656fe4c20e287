import { type TString, Type } from '@sinclair/typebox'

/** An address of mail, which may be as long as RFC 5321 lets it. */
export const emailAddress: TString = Type.String({
  description: 'Mail address',
  format: 'email',
  minLength: 1,
  maxLength: 254,
})
