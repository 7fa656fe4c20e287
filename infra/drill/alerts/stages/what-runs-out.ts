import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { close, listen } from '../../../harness/listen.js'
import { type Certificate, newCertificate, startLoopbackServer, subscribe } from '../../receiver.js'
import { type Installation, startInstallation } from '../installation.js'
import type { Stage } from '../stage.js'
import type { Trial } from '../trial.js'

const LOOK_EVERY_MS = 500

/** What goes unnoticed for a while: backups, checkpoints, certificates. A receiver refuses all the time. */
export const whatRunsOut: Stage = {
  name: 'what runs out',
  alerts: ['BackupIsTooOld', 'EvidenceIsNotMade', 'CertificateEnds'],
  async open(directory) {
    const [backups, checkpoints] = [join(directory, 'backups'), join(directory, 'checkpoints')]
    const site = await startSite(directory)
    const installation = await startInstallation(directory, {
      SITE_URL: site.url,
      BACKUP_TO: backups,
      BACKUP_EVERY: '1m',
      EVIDENCE_CHECKPOINTS: checkpoints,
    })
    const refusing = await startLoopbackServer((request, response) => {
      request.resume()
      response.writeHead(500).end()
    })
    const hook = { url: `${refusing.origin}/hook`, events: ['ecmr.created'] }
    await subscribe(installation.service.url, installation.key, hook)
    return {
      targets: installation.targets,
      lanes: [
        [backupIsTooOld(installation, backups)],
        [evidenceIsNotMade(checkpoints)],
        [certificateEnds(site)],
      ],
      quiet: { WebhooksAreLate: 'a receiver that refuses is paused, and is its owner’s to repair' },
      async close() {
        await installation.close()
        await refusing.close()
        await site.close()
      },
    }
  },
}

function backupIsTooOld({ pool }: Installation, place: string): Trial {
  const away = `${place}.away`
  return {
    fault: 'the place of backups, made every minute, is away',
    // Twice as old as they should be, and ten minutes.
    expects: [{ alert: 'BackupIsTooOld', asks: 720, looksBack: 60 }],
    async begin() {
      await untilBackedUp(pool)
      await rename(place, away)
    },
    end: () => rename(away, place),
  }
}

function evidenceIsNotMade(place: string): Trial {
  const away = `${place}.away`
  return {
    fault: 'a file is where the directory of checkpoints was',
    // One checkpoint a minute, and at most a minute between two tries.
    expects: [{ alert: 'EvidenceIsNotMade', asks: 60, looksBack: 60 }],
    async begin() {
      await untilWritten(place)
      await rename(place, away)
      await writeFile(place, '')
    },
    async end() {
      await rm(place)
      await rename(away, place)
    },
  }
}

type Site = Awaited<ReturnType<typeof startSite>>

function certificateEnds(site: Site): Trial {
  return {
    fault: 'the site has a certificate that ends tomorrow',
    // The api looks every five minutes.
    expects: [{ alert: 'CertificateEnds', asks: 300, looksBack: 300 }],
    begin: async () => site.show('short'),
    end: async () => site.show('long'),
  }
}

/** What stands before the service and speaks TLS for it. */
async function startSite(directory: string) {
  const made = async (days: number): Promise<Certificate> => {
    const folder = join(directory, `certificate-of-${days}-days`)
    await mkdir(folder)
    return newCertificate(folder, 'DNS:localhost', days)
  }
  const certificates = { long: await made(90), short: await made(1) }
  const server = createServer(certificates.long)
  const port = await listen(server)
  return {
    url: `https://localhost:${port}`,
    show: (which: keyof typeof certificates) => server.setSecureContext(certificates[which]),
    close: () => close(server),
  }
}

/** Before its first backup a place is not known, and whatever is there is taken for it. */
async function untilBackedUp(pool: Installation['pool']): Promise<void> {
  const made = 'select from backup.places where ok_at is not null'
  while ((await pool.query(made)).rowCount === 0) await delay(LOOK_EVERY_MS)
}

async function untilWritten(directory: string): Promise<void> {
  while ((await readdir(directory).catch(() => [])).length === 0) await delay(LOOK_EVERY_MS)
}
