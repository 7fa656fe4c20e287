import type { ProblemCode } from '@ecmr/contract'
import type { CodeText } from '../code-text.js'
import { documentCodes } from './documents.js'
import { noteCodes } from './notes.js'
import { registerCodes } from './registers.js'
import { requestCodes } from './requests.js'
import { serviceCodes } from './service.js'
import { webhookCodes } from './webhooks.js'

/** What the page of each code says; a code that lacks its page does not compile. */
export const codeTexts: Readonly<Record<ProblemCode, CodeText>> = {
  ...requestCodes,
  ...noteCodes,
  ...documentCodes,
  ...registerCodes,
  ...webhookCodes,
  ...serviceCodes,
}
