import type { SignatureBody } from '@ecmr/contract'
import { type ImageFault, LARGEST_SIGNATURE, LONGEST_SIGNATURE_SIDE, storableSignature } from '@ecmr/ocr'
import { disconnectSignal } from '@ecmr/web'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiContext } from '../context.js'
import { Problem } from '../problems/problem.js'

/**
 * A signature with its picture as it may be recorded. Throws a Problem when the picture is none.
 *
 * @param pointer where the picture stands in the body
 */
export async function withStorablePicture(
  { pictures }: Pick<ApiContext, 'pictures'>,
  request: FastifyRequest,
  reply: FastifyReply,
  signature: SignatureBody,
  pointer = '/signature_image',
): Promise<SignatureBody> {
  const { method, signature_image } = signature
  if (method === 'drawn' && signature_image === undefined) throw missingPicture(pointer)
  if (signature_image === undefined) return signature
  const signal = disconnectSignal(reply)
  const { company: companyId } = request.caller
  const storable = await storableSignature(signature_image, pictures, { companyId, signal }).catch(
    (error) => {
      throw signal.aborted
        ? new Problem('malformed_request', 'The connection was lost before the request was complete.')
        : error
    },
  )
  if (!storable.ok) throw wrongPicture(storable.fault, pointer)
  return { ...signature, signature_image: storable.dataUrl }
}

function missingPicture(pointer: string): Problem {
  const message = 'Send the picture of the drawn signature, or another method.'
  const errors = [{ pointer, code: 'required', message }]
  return new Problem('invalid_request', 'Fix the error listed in errors.', { errors })
}

function wrongPicture(fault: ImageFault, pointer: string): Problem {
  const { code } = fault
  const errors = [{ pointer, code, message: messageFor(code) }]
  return new Problem('invalid_request', 'Fix the error listed in errors.', { errors })
}

function messageFor(code: ImageFault['code']): string {
  switch (code) {
    case 'too_large':
      return `Send the picture smaller, with at most ${LARGEST_SIGNATURE / 1024} KB.`
    case 'too_many_pixels':
      return `Send a picture of at most ${LONGEST_SIGNATURE_SIDE} pixels a side.`
    case 'animated':
      return 'Send one still picture; this one moves.'
    default:
      return 'Send a whole png, jpeg or webp picture, with the media type that it is.'
  }
}
