import { access, type Pages } from '../../panel-server.js'
import { valuesOf } from '../../forms/form.js'
import { TEST_MODE } from '../../plugins/test-mode.js'

/** Shows the company's test data in this browser until it is closed, or its real data again. */
export const testModePages: Pages = (app, { cookies }) => {
  app.post('/modo', access.person, async (request, reply) => {
    if (valuesOf(request).mode === TEST_MODE) cookies.set(reply, 'mode', TEST_MODE)
    else cookies.clear(reply, 'mode')
    return reply.seeOther('/')
  })
}
