import { renderPicture, shrinkPicture } from '../../pixels/recognise-page.js'
import { openRecogniser, type Recogniser } from '../recogniser.js'
import type { PageJob, ProcessMessage } from './messages.js'
import { readPage } from './read-page.js'

/** Does a job and tells how it goes, with the recogniser that is opened for the first page. */
export function jobAnswerer(tell: (message: ProcessMessage) => void): (job: PageJob) => Promise<void> {
  let opened: Promise<Recogniser> | undefined
  return async ({ id, task, image }) => {
    try {
      opened ??= task === 'page' ? openRecogniser() : undefined
      await opened
    } catch (error) {
      return tell({ id, kind: 'unequipped', reason: String(error) })
    }
    tell({ id, kind: 'begun' })
    try {
      tell({ id, kind: 'answered', answer: await answerTo({ task, image }, await opened) })
    } catch (error) {
      tell({ id, kind: 'failed', at: placeOf(error) })
    }
  }
}

function answerTo({ task, image }: Omit<PageJob, 'id'>, recogniser: Recogniser | undefined) {
  if (task === 'signature') return shrinkPicture(image)
  return recogniser && task === 'page' ? readPage(image, recogniser) : renderPicture(image)
}

const FRAMES = 3

// The frames alone: the message of an error may repeat what it stumbled over.
function placeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return [error.name, ...frames.slice(0, FRAMES).map((frame) => frame.trim())].join(' ')
}
