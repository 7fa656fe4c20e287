import { answerJobs, endWithParent, lowerPriority } from '@ecmr/process-pool/child'
import type { Typst } from './typst.js'

// Before anything else is loaded, which starts threads and takes time.
endWithParent()
lowerPriority()

const { isRenderJob } = await import('./messages.js')
const { openTypst } = await import('./typst.js')
const { renderDocument } = await import('./render-document.js')

const [, , templates = ''] = process.argv
let typst: Typst | undefined

answerJobs({
  equip: async () => {
    typst ??= openTypst(new URL(templates))
  },
  work: ({ work }) => {
    if (typst === undefined || !isRenderJob(work)) throw new TypeError('the work is no document')
    return renderDocument(typst, work)
  },
})
