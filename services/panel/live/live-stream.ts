import { Readable } from 'node:stream'
import type { Position } from '@ecmr/event-store'

/** What a stream keeps for a browser that does not read, in bytes; beyond that it ends. */
const MOST_WAITING = 16_384
/** How long a browser has to read the end of a stream. */
const ENDS_WITHIN_MS = 1_000
/** Browsers come back after so long when a stream breaks: not all at once after a restart. */
const FIRST_RETRY_MS = 2_000
const RETRY_SPREAD_MS = 6_000

/** A note that has changed, as pages are told: nothing of what it says. */
export interface ToldChange {
  readonly id: string
  readonly version: number
}

/** What has changed for a page. */
export interface News {
  readonly changes: readonly ToldChange[]
  /** there are more changes than these */
  readonly more: boolean
  /** what the page knows with them: a place in the log */
  readonly position: Position
}

/** Why a page hears nothing more: its session has ended, or acts for another company by now. */
export type EndReason = 'session' | 'company'

/** One open stream of server-sent events (HTML, “Server-sent events”). */
export interface LiveStream {
  readonly body: Readable
  /** Tells of changes; a browser whose stream breaks goes on from there. */
  tell(news: News): void
  /** A sign of life: an event and no comment, since pages see only events, and have to notice a proxy that keeps them back. */
  beat(): void
  /** @param reason told to the page, which does not come back then; absent: it comes back by itself */
  end(reason?: EndReason): void
}

export function liveStream(onClose: () => void): LiveStream {
  const body = new Readable({ read: () => undefined, highWaterMark: MOST_WAITING })
  body.once('close', onClose)
  let isEnded = false
  const write = (text: string): void => {
    if (isEnded || body.destroyed) return
    if (body.readableLength + Buffer.byteLength(text) > MOST_WAITING) body.destroy()
    else body.push(text)
  }
  const send = (event: string, data: object): void => write(message(event, data))
  write(`retry: ${Math.round(FIRST_RETRY_MS + Math.random() * RETRY_SPREAD_MS)}\n`)
  send('ready', {})
  return {
    body,
    tell: (news) => write(`id: ${news.position}\n${message('changes', news)}`),
    beat: () => send('beat', {}),
    end(reason) {
      if (reason !== undefined) send('end', { reason })
      if (isEnded || body.destroyed) return
      isEnded = true
      body.push(null)
      setTimeout(() => body.destroy(), ENDS_WITHIN_MS).unref()
    },
  }
}

function message(event: string, data: object): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}
