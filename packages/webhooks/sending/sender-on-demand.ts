import type { Sender, SenderOptions } from './sender.js'

/** A sender whose HTTP client is loaded with the first attempt: many installations have no webhooks, and it takes memory. */
export function senderOnDemand(options: SenderOptions): Sender {
  let opening: Promise<Sender> | undefined
  let sender: Sender | undefined
  let isStopped = false

  async function open(): Promise<Sender> {
    const { openSender } = await import('./sender.js')
    sender = openSender(options)
    if (isStopped) sender.breakOff()
    return sender
  }

  return {
    async send(attempt) {
      opening ??= open()
      return (await opening).send(attempt)
    },
    breakOff() {
      isStopped = true
      sender?.breakOff()
    },
    close: async () => (await opening)?.close(),
  }
}
