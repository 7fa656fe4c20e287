import { strictTransport } from '@ecmr/web'
import helmet from '@fastify/helmet'
import type { FastifyReply } from 'fastify'
import type { PanelServer } from '../panel-server.js'

/** What none of our pages asks a browser for. */
const WITHOUT = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'usb',
  'xr-spatial-tracking',
]

declare module 'fastify' {
  interface FastifyReply {
    /**
     * Lets forms of this page lead to another site as well, after we have taken them: Chromium asks the policy of the page
     * about every address that a form leads on to. Scripts of such a page send nothing.
     *
     * @param sources origins or schemes, as the policy writes them; nothing is checked here
     */
    letFormsLeadTo(sources: readonly string[]): void
    /** Has browsers refuse all that scripts of this page could send. */
    letScriptsSendNothing(): void
    /** Lets this page have the one worker and the one manifest of drivers’ pages. */
    letPageWorkOffline(): void
  }
}

/** Only our own files run or are loaded, no other site frames us, and addresses do not leave with a click. */
export function protectPages(app: PanelServer, siteUrl: string): void {
  app.register(helmet, {
    contentSecurityPolicy: policy(),
    crossOriginEmbedderPolicy: { policy: 'require-corp' },
    // Forms have to say where they come from; links elsewhere say nothing.
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
    ...strictTransport(siteUrl),
  })
  app.decorateReply(
    'letFormsLeadTo',
    function letFormsLeadTo(this: FastifyReply, sources: readonly string[]) {
      void this.helmet({ contentSecurityPolicy: policy({ forms: ["'self'", ...sources], connections: [] }) })
    },
  )
  app.decorateReply('letScriptsSendNothing', function letScriptsSendNothing(this: FastifyReply) {
    void this.helmet({ contentSecurityPolicy: policy({ connections: [] }) })
  })
  app.decorateReply('letPageWorkOffline', function letPageWorkOffline(this: FastifyReply) {
    void this.helmet({ contentSecurityPolicy: policy({ worker: 'driver-worker' }) })
  })
  const permissions = WITHOUT.map((feature) => `${feature}=()`).join(', ')
  app.addHook('onSend', async (_request, reply) => {
    reply.header('permissions-policy', permissions)
    // Pages show what only some may see; after a logout nothing is left in the browser's cache.
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
}

interface Allowed {
  /** where forms may lead to */
  readonly forms?: string[]
  /** what scripts may connect to: open pages ask what has changed */
  readonly connections?: string[]
  /** the name of the policy by which a script names its worker */
  readonly worker?: string
}

function policy({ forms = ["'self'"], connections = ["'self'"], worker }: Allowed = {}) {
  return {
    useDefaults: false,
    directives: {
      'default-src': ["'none'"],
      'script-src': ["'self'"],
      'style-src': ["'self'"],
      ...(connections.length > 0 && { 'connect-src': connections }),
      ...(worker !== undefined && { 'worker-src': ["'self'"], 'manifest-src': ["'self'"] }),
      // Drawn signatures and pictures of paper notes stand in the page itself.
      'img-src': ["'self'", 'data:'],
      'form-action': forms,
      'frame-ancestors': ["'none'"],
      'base-uri': ["'none'"],
      // Scripts make no markup of text.
      'require-trusted-types-for': ["'script'"],
      'trusted-types': [worker ?? "'none'"],
    },
  }
}
