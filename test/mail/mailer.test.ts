import { type Message, openMailer } from '@ecmr/mail'
import { pino } from 'pino'
import { type Test, test } from 'tap'
import { startMailServer } from '../support/mail-server.js'

const message: Message = {
  to: 'lucia@example.com',
  subject: 'Elija una contraseña nueva — ñandú',
  text: 'Hola:\n\nhttps://ecmr.example/recuperar/abc\n\nSirve una sola vez.\n',
}

/** A mailer, its server, what it logs, and `said`: until something is logged that contains the text. */
async function start(t: Test, pauses: readonly number[] = [1, 1]) {
  const server = await startMailServer(t)
  const log: string[] = []
  let heard = (): void => {}
  const write = (line: string): void => {
    log.push(line)
    heard()
  }
  const mailer = openMailer({
    url: server.url,
    from: 'eCMR <no-reply@ecmr.example>',
    log: pino({ level: 'info' }, { write }),
    pauses,
  })
  t.teardown(() => mailer.close())
  return {
    mailer,
    server,
    log,
    async said(text: string): Promise<void> {
      while (!log.some((line) => line.includes(text))) {
        await new Promise<void>((resolve) => {
          heard = resolve
        })
      }
    },
  }
}

test('a message arrives as it was written, in plain text', async (t) => {
  const { mailer, server } = await start(t)
  mailer.send(message)
  const mail = await server.next()
  t.strictSame([mail.to, mail.from], [['lucia@example.com'], 'no-reply@ecmr.example'])
  t.match(Object.fromEntries(mail.headers), {
    from: 'eCMR <no-reply@ecmr.example>',
    subject: message.subject,
    'content-type': /^text\/plain; charset=utf-8/,
    'auto-submitted': 'auto-generated',
    'x-mailer': undefined,
  })
  t.equal(mail.text.trimEnd(), message.text.trimEnd())
})

test('what can be stopped says how in one line, and over https by one click', async (t) => {
  const { mailer, server } = await start(t)
  const path = `ecmr.example/avisos/baja/${'x'.repeat(90)}`
  for (const [unsubscribe, post] of [
    [`https://${path}`, 'List-Unsubscribe=One-Click'],
    [`http://${path}`, undefined],
    [undefined, undefined],
  ] as const) {
    mailer.send({ ...message, ...(unsubscribe && { unsubscribe }) })
    const { raw, headers } = await server.next()
    t.equal(headers.get('list-unsubscribe-post'), post)
    if (unsubscribe) t.match(raw, `\r\nList-Unsubscribe: <${unsubscribe}>\r\n`)
    else t.notOk(headers.has('list-unsubscribe'), 'messages of the account are not stopped')
  }
})

test('what stands in a subject becomes no other header, and no line of the text either', async (t) => {
  const { mailer, server } = await start(t)
  const subject = 'Guadalquivir\r\nBcc: evil@example.com\r\n\r\nfalse text\u2028\u0000\u0085x'
  mailer.send({ ...message, subject })
  const mail = await server.next()
  t.same(mail.to, ['lucia@example.com'])
  t.equal(mail.headers.get('bcc'), undefined)
  t.match(mail.headers.get('subject'), /^Guadalquivir Bcc: evil@example.com false text/)
  t.equal(mail.text.trimEnd(), message.text.trimEnd())
})

test('what is not one address is sent nothing', async (t) => {
  const { mailer, server, log, said } = await start(t)
  const lists = [
    'a@example.com, b@example.com',
    'a@example.com\r\nBcc: b@example.com',
    'group: a@example.com;',
  ]
  const addresses = [...lists, 'Eve <a@example.com>', '"a@example.com"@example.net', 'nobody', '']
  for (const to of addresses) {
    mailer.send({ ...message, to })
    await said('mail given up')
  }
  mailer.send({ ...message, subject: 'the one that is sent' })
  t.equal((await server.next()).headers.get('subject'), 'the one that is sent')
  t.equal(server.answered, 1)
  t.equal(log.filter((line) => line.includes('not an address')).length, addresses.length)
})

test('a server that is busy is asked again; the log names neither the address nor the link', async (t) => {
  const { mailer, server, log } = await start(t)
  server.refuse(451, 421)
  mailer.send(message)
  t.match(await server.next(), { to: ['lucia@example.com'] })
  t.equal(server.answered, 3)
  t.ok(
    log.some((line) => line.includes('EMESSAGE 451')),
    log.join(''),
  )
  t.notMatch(log.join(''), /lucia|recuperar/)
})

test('a server that refuses for good is not asked again', async (t) => {
  const { mailer, server, log, said } = await start(t)
  server.refuse(550)
  mailer.send(message)
  await said('mail given up')
  t.equal(server.answered, 1)
  t.notMatch(log.join(''), /lucia|recuperar/)
})

test('without a server a message is given up after the last attempt, and no caller waits for it', async (t) => {
  const { mailer, server, log, said } = await start(t)
  const lost = openMailer({
    url: 'smtp://127.0.0.1:1',
    from: 'a@example.com',
    log: pino({ level: 'silent' }),
  })
  lost.send(message)
  await lost.close()
  server.refuse(451, 451, 451)
  mailer.send(message)
  await said('mail given up')
  t.equal(server.answered, 3)
  t.notMatch(log.join(''), /lucia|recuperar/)
})

test('closing ends the pauses between attempts', async (t) => {
  const { mailer, server, log, said } = await start(t, [600_000])
  server.refuse(451)
  mailer.send(message)
  await said('mail not taken')
  await mailer.close()
  t.ok(log.some((line) => line.includes('the process ends')))
  mailer.send(message)
  t.equal(server.answered, 1)
})

test('an address gets at most six messages an hour, whatever the letter case', async (t) => {
  const { mailer, server, log } = await start(t)
  for (let sent = 0; sent < 6; sent += 1) mailer.send(message)
  mailer.send({ ...message, to: 'LUCIA@example.com' })
  mailer.send({ ...message, to: 'other@example.com' })
  for (let received = 0; received < 7; received += 1) await server.next()
  t.equal(server.received.filter(({ to }) => to.includes('other@example.com')).length, 1)
  t.equal(log.filter((line) => line.includes('too many messages to one address')).length, 1)
  t.notMatch(log.join(''), /lucia/i)
})

test('a message that is delivered now is tried once; what it comes to is told, without the address', async (t) => {
  const { mailer, server } = await start(t)
  const bytes = new TextEncoder().encode(`%PDF-1.7 ${'x'.repeat(10_000)}`)
  const attachment = { name: 'ECMR-1.pdf', mediaType: 'application/pdf', bytes }
  const never = new AbortController().signal
  await mailer.deliver({ ...message, attachment }, never)
  const [received] = server.received
  t.match(received?.raw, /Content-Type: application\/pdf; name=ECMR-1\.pdf/)
  t.match(received?.raw, /Content-Disposition: attachment; filename=ECMR-1\.pdf/)
  t.match(received?.raw.replaceAll('\r\n', ''), Buffer.from(bytes).toString('base64'))

  const refused = async (signal: AbortSignal): Promise<unknown> =>
    mailer.deliver(message, signal).catch((error: unknown) => error)
  server.refuse(451, 550)
  t.match(await refused(never), { name: 'MailRefused', message: 'EMESSAGE 451', isFinal: false })
  t.match(await refused(never), { name: 'MailRefused', message: 'EMESSAGE 550', isFinal: true })
  t.match(await refused(AbortSignal.abort()), { name: 'MailRefused', isFinal: false })
  await mailer.close()
  t.match(await refused(never), { name: 'MailRefused', isFinal: false })
  t.equal(server.received.length, 1)
})
