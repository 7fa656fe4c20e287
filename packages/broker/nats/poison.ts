import { headers, type Msg } from 'nats'
import type { Session } from './session.js'
import { POISON, poisonSubject } from './subject.js'

/** A message that nobody can handle. */
export interface Poison {
  readonly message: Msg
  readonly reason: string
}

/** Room for headers of ours and of the message. */
const HEADERS = 8 * 1024
const MOST_CHARACTERS = 500

/** Copies a message to where an operator finds it, with the reason; resolves when it is stored. */
export async function publishPoison(
  session: Session,
  consumer: string,
  { message, reason }: Poison,
): Promise<void> {
  const { data, subject } = message
  const about = headers()
  for (const name of message.headers?.keys() ?? [])
    for (const value of message.headers?.values(name) ?? []) about.append(name, value)
  about.set('Ecmr-Reason', reason.replace(/[^\x20-\x7e]+/g, ' ').slice(0, MOST_CHARACTERS))
  about.set('Ecmr-Subject', subject)
  about.set('Ecmr-Stream-Sequence', sequenceOf(message))
  about.set('Ecmr-Msg-Id', message.headers?.get('Nats-Msg-Id') ?? '')
  // A foreign message may be so large that the reason does not fit beside it.
  const most = session.maxPayload - HEADERS
  if (data.length > most) about.set('Ecmr-Cut-From', `${data.length} bytes`)
  await session.js.publish(poisonSubject(consumer), data.subarray(0, most), {
    headers: about,
    msgID: message.reply ?? '',
    expect: { streamName: POISON },
  })
}

/** The message's number in its stream: fifth from the end of `$JS.ACK.….<sequence>.<delivery>.<time>.<pending>`. */
export function sequenceOf({ reply = '' }: Msg): string {
  const words = reply.split('.')
  // Newer servers put a domain and an account in front, and a random word at the end.
  return words[words.length === 9 ? 5 : 7] ?? ''
}
