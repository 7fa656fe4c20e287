import type { Pages } from '../../../panel-server.js'
import { choosePage } from './choose-page.js'
import { readPicture } from './read-picture.js'
import { roomForPictures } from './room-for-pictures.js'
import { takePictures } from './sent-picture.js'

/** Reading a paper note: its picture is chosen, read, and shown beside the form for a new note. Nothing of it is stored. */
export const paperPages: Pages = (app, context) => {
  app.register((paper, _options, done) => {
    const choose = choosePage(context)
    takePictures(paper)
    paper.get('/ecmrs/leer', { config: { access: 'member' } }, async (request, reply) =>
      choose.show(request, reply),
    )
    paper.post(
      '/ecmrs/leer',
      // A picture cannot be kept for somebody who has to log in again meanwhile: he chooses it anew.
      { config: { access: 'member', opensAnew: true }, onRequest: roomForPictures(choose) },
      async (request, reply) => readPicture(context, choose, request, reply),
    )
    done()
  })
}
