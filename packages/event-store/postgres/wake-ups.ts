import type { Listener } from '@ecmr/postgres'
import type { Position } from '../port.js'
import { fromPosition } from './rows.js'

/** Written to by log.append(), with the newest position in decimal as the payload. */
const CHANNEL = 'log_events'

/** Tells one follower that there may be something to read. */
export interface WakeUps {
  /** Resolves when something after a position is announced, when the time is over, or when the signal aborts. */
  wait(after: Position, milliseconds: number, signal: AbortSignal): Promise<void>
  stop(): void
}

/** Wake-ups from a listener. What is announced while nothing waits ends the next wait at once. */
export function wakeUps(listener: Listener): WakeUps {
  let announced = 0
  let onAnnounced = (): void => undefined
  const stop = listener.on(CHANNEL, (payload) => {
    // Without a payload: the listener has just come back and may have missed anything.
    announced = payload === undefined ? Number.POSITIVE_INFINITY : Math.max(announced, Number(payload))
    onAnnounced()
  })

  async function wait(after: Position, milliseconds: number, signal: AbortSignal): Promise<void> {
    const seen = fromPosition(after)
    if (announced <= seen && !signal.aborted) {
      let stopListening = (): void => undefined
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds)
        const wake = (): void => {
          clearTimeout(timer)
          resolve()
        }
        onAnnounced = () => {
          if (announced > seen) wake()
        }
        stopListening = () => signal.removeEventListener('abort', wake)
        signal.addEventListener('abort', wake, { once: true })
      })
      stopListening()
    }
    announced = 0
  }

  return { wait, stop }
}
