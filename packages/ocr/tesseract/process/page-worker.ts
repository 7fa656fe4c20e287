import type { Worker } from '@ecmr/process-pool/child'
import type { DocumentPdf } from '../../images/document-file.js'
import type { PagesCounted } from '../../pdf/open-pdf.js'
import { renderPicture, shrinkPicture } from '../../pixels/recognise-page.js'
import { openRecogniser } from '../open-recogniser.js'
import type { Recogniser } from '../recogniser.js'
import { isImage, isPage, isPdf } from './messages.js'
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
      if (task === 'count' && isPdf(work)) return counted(work)
      if (!isPage(work)) throw new TypeError('the work is no page')
      if (task === 'signature' && isImage(work)) return shrinkPicture(work)
      const recogniser = await opened
      return recogniser && task === 'page' ? readPage(work, recogniser) : renderPicture(work)
    },
  }
}

async function counted(pdf: DocumentPdf): Promise<PagesCounted> {
  const { countPages } = await import('../../pdf/open-pdf.js')
  return countPages(pdf)
}
