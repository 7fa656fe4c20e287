import type { Worker } from '@ecmr/process-pool/child'
import { renderPicture, shrinkPicture } from '../../pixels/recognise-page.js'
import { openRecogniser } from '../open-recogniser.js'
import type { Recogniser } from '../recogniser.js'
import { isImage } from './messages.js'
import { readPage } from './read-page.js'

/**
 * Looks at images, with the recogniser that is opened for the first page.
 *
 * @param program the path of the native Tesseract; null: there is none
 */
export function pageWorker(program: string | null): Worker {
  let opened: Promise<Recogniser> | undefined
  return {
    equip: async (task) => {
      opened ??= task === 'page' ? openRecogniser(program) : undefined
      await opened
    },
    work: async ({ task, work }) => {
      if (!isImage(work)) throw new TypeError('the work is no image')
      if (task === 'signature') return shrinkPicture(work)
      const recogniser = await opened
      return recogniser && task === 'page' ? readPage(work, recogniser) : renderPicture(work)
    },
  }
}
