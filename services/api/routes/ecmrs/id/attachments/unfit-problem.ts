import type { Unfit } from '@ecmr/application'
import { attachmentLimits } from '@ecmr/domain'
import { Problem } from '../../../../problems/problem.js'

const MB = 1024 * 1024

const messages: Readonly<Record<Unfit | 'too_many_files' | 'malformed' | 'required', string>> = {
  required: 'Send a file, or the source_url of a control document.',
  empty: 'Send a file; this one has no bytes.',
  too_large: `Send at most ${attachmentLimits.bytes / MB} MB; resize the picture or compress it more.`,
  wrong_type: 'Send a jpeg, png, webp or PDF; by its bytes this is none of them.',
  damaged: 'Send the complete file; this one is truncated, malformed, or holds another file besides.',
  animated: 'Send one still picture; this one moves.',
  too_small: 'Send a larger picture; nothing can be seen in this one.',
  too_many_pixels: 'Send a picture of at most 50 megapixels.',
  active_content: 'Send the PDF without scripts and actions; print it to a new PDF.',
  other_sha256: 'Send the file again: its SHA-256 is not the one in sha256.',
  not_a_picture: 'Send photographs as jpeg, png or webp, or name another kind.',
  too_many_files: 'Send one file in each request.',
  malformed: 'Send each field once, in a form as multipart/form-data.',
}

/** Why a file is not taken, as an answer: 413 when it is too large, else 400. */
export function unfitProblem(fault: keyof typeof messages, pointer = '/file'): Problem {
  const errors = [{ pointer, code: fault, message: messages[fault] }]
  if (fault === 'too_large') return new Problem('body_too_large', messages[fault], { errors })
  return new Problem('invalid_request', 'Fix the error listed in errors.', { errors })
}
