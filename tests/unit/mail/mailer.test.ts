import { createServer } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createMailer, MailError, type Mailer } from '#lib/mail/mailer.ts'
import { renderMail } from '#lib/mail/render-mail.tsx'
import { parseMailServer } from '#lib/mail/rules/mail-settings.ts'
import { type MailSink, startMailSink } from '#sandbox/mail/server.ts'
import { failureAs } from '#tests/support/failures.ts'
import { samples } from './samples.ts'

type Kept = { id: string; from: string; to: string[]; subject: string; text: string; html: string; links: string[] }
type KeptWithHeaders = Kept & { headers: Record<string, string> }

let sink: MailSink
let mailer: Mailer

beforeEach(async () => {
  sink = await startMailSink()
  mailer = createMailer({ host: sink.host, port: sink.smtpPort, secure: false, from: 'Landfall <store@shop.example>' })
})

afterEach(async () => {
  mailer.close()
  await sink.close()
})

async function inbox(query = ''): Promise<KeptWithHeaders[]> {
  const response = await fetch(`${sink.url}/_control/mails${query}`)

  return ((await response.json()) as { mails: KeptWithHeaders[] }).mails
}

const failure = failureAs(MailError)

const aMail = { to: 'ana@example.com', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }

describe('a mail', () => {
  test.each(['en', 'de', 'ar'] as const)('arrives in %s with the words it was written in', async (locale) => {
    const rendered = await renderMail('order_ready', samples.order_ready, locale)

    await mailer.send({ to: 'ana@example.com', messageId: '<out-1@shop.example>', ...rendered })

    const [mail] = await inbox('?to=ANA@example.com')
    expect(mail?.subject).toBe(rendered.subject)
    expect(mail?.text.replaceAll('\r\n', '\n').trim()).toBe(rendered.text.trim())
    expect(mail?.html.replaceAll('\r\n', '\n').trim()).toBe(rendered.html.replaceAll('\r\n', '\n').trim())
    expect(mail?.links).toContain('https://shop.example/o/abc?a=1&b=2')
    expect(mail?.headers).toMatchObject({
      from: 'Landfall <store@shop.example>',
      to: 'ana@example.com',
      'message-id': '<out-1@shop.example>',
      'auto-submitted': 'auto-generated',
    })
  })

  test('is found by its reader only', async () => {
    await mailer.send(aMail)
    await mailer.send({ ...aMail, to: 'ben@example.com' })

    expect((await inbox('?to=ben@example.com')).map((mail) => mail.to)).toEqual([['ben@example.com']])
    expect(await inbox()).toHaveLength(2)
  })

  test('carries a header that callers may set', async () => {
    await mailer.send({ ...aMail, headers: { 'X-Order': 'LF-7Q2K' } })

    expect((await inbox())[0]?.headers['x-order']).toBe('LF-7Q2K')
  })
})

describe('header injection', () => {
  test.each([
    'ana@example.com\r\nBcc: all@example.com',
    'ana@example.com\nBcc: all@example.com',
    'ana@example.com, ben@example.com',
    'ana@example.com; ben@example.com',
    'Ana <ana@example.com>',
    '"ana@evil.example"@example.com',
    'ana@evil.example@example.com',
    'ana＠evil.example@example.com',
    'ana﹫evil.example@example.com',
    'ana@example．com',
    'ana@example。com',
    'ana @example.com',
    'ana\u0000@example.com',
    'ana\u202e@example.com',
    '@example.com',
    'ana',
    '',
  ])('the address %j is refused before anything is sent', async (to) => {
    expect(await failure(mailer.send({ ...aMail, to }))).toMatchObject({ name: 'MailError', kind: 'content' })
    expect(await inbox()).toEqual([])
  })

  test.each([
    { subject: 'Hello\r\nBcc: all@example.com' },
    { headers: { 'X-Order': 'a\r\nBcc: all@example.com' } },
    { headers: { Bcc: 'all@example.com' } },
    { headers: { 'X-A: b\r\nBcc': 'all@example.com' } },
    { messageId: '<a@b>\r\nBcc: all@example.com' },
    { messageId: 'a@b' },
  ])('%j is refused', async (change) => {
    expect((await failure(mailer.send({ ...aMail, ...change }))).kind).toBe('content')
    expect(await inbox()).toEqual([])
  })

  test('a sender that is two lines or no address is refused at the start', () => {
    const withSender = (from: string) => () => createMailer({ host: 'localhost', port: 1, secure: false, from })

    expect(withSender('Landfall <a@b>\nBcc: c@d')).toThrow()
    expect(withSender('Landfall')).toThrow()
    expect(withSender('Landfall store@shop.example')).toThrow(expect.objectContaining({ kind: 'server' }))
    expect(withSender('store@localhost')).not.toThrow()
  })

  test.each(['jürgen@example.com', 'ana@bücher.example', "o'neil+trip@example.com"])(
    '%s is an honest address',
    async (to) => {
      await mailer.send({ ...aMail, to })

      expect(await inbox()).toHaveLength(1)
    },
  )
})

describe('a mail server that refuses', () => {
  test.each([
    [451, 'server'],
    [550, 'content'],
  ] as const)('with %d is sorted as %s, and the next mail arrives', async (code, kind) => {
    await fetch(`${sink.url}/_control/refuse?code=${code}`, { method: 'POST' })

    const error = await failure(mailer.send(aMail))
    await mailer.send(aMail)

    expect(error.kind).toBe(kind)
    expect(error.message).not.toContain('ana@example.com')
    expect(await inbox()).toHaveLength(1)
  })

  test('by not being there is a network failure', async () => {
    const nowhere = createMailer({ host: '127.0.0.1', port: 9, secure: false, from: 'a@b.example' })

    expect((await failure(nowhere.send(aMail))).kind).toBe('network')
    expect((await failure(nowhere.verify())).kind).toBe('network')
  })
})

describe('a mail server that refuses for good', () => {
  /** Speaks so much of SMTP that one line of it can be refused. */
  async function refusalOf(line: 'greeting' | 'MAIL' | 'RCPT' | 'DATA' | '.', refusal: string) {
    const server = createServer((socket) => {
      let isText = false
      const say = (name: string, answer: string) => socket.write(`${name === line ? refusal : answer}\r\n`)
      socket.on('error', () => undefined)
      say('greeting', '220 mail.example')
      socket.on('data', (chunk) => {
        for (const said of chunk.toString('latin1').split('\r\n')) {
          if (isText && said !== '.') continue
          isText = said === 'DATA' && line !== 'DATA'
          const name = said.split(/[ :]/)[0] ?? ''
          if (name === 'DATA') say(name, '354 go on')
          else if (name !== '') say(name, '250 fine')
        }
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const one = createMailer({ host: '127.0.0.1', port, secure: false, from: 'a@b.example' })
    const error = await failure(one.send(aMail))
    one.close()
    await new Promise((resolve) => server.close(resolve))

    return error.kind
  }

  test.each([
    ['greeting', '554 5.7.1 No service for this address'],
    ['MAIL', '530 5.7.0 Authentication required'],
    ['MAIL', '553 5.7.1 Sender address not owned'],
  ] as const)('us at %s with %j says nothing of the mail, which waits until that is mended', async (line, refusal) => {
    expect(await refusalOf(line, refusal)).toBe('server')
  })

  test.each([
    ['RCPT', '550 5.1.1 No such user'],
    ['DATA', '554 5.5.1 No valid recipients'],
    ['.', '552 5.3.4 Too large'],
  ] as const)('the mail at %s with %j has it given up', async (line, refusal) => {
    expect(await refusalOf(line, refusal)).toBe('content')
  })
})

test.each([
  ['smtp://127.0.0.1:4951', { host: '127.0.0.1', port: 4951, secure: false }],
  ['smtp://mail.example', { host: 'mail.example', port: 587, secure: false }],
  ['smtps://a%40b:p%3A1@mail.example', { host: 'mail.example', port: 465, secure: true, user: 'a@b', password: 'p:1' }],
])('the mail server %s is read from its address', (url, expected) => {
  expect(parseMailServer(url)).toEqual(expected)
})

test.each([
  'https://mail.example',
  'mail.example:587',
  'smtp://shop:ab#cd@mail.example',
  'smtp://shop:12#cd@mail.example',
  'smtp://shop:12/cd@mail.example',
  'smtp://shop:100%@mail.example',
])('%s is no mail server, which is a fault of the settings and not of a mail', (url) => {
  expect(() => parseMailServer(url)).toThrow(expect.objectContaining({ kind: 'server' }))
  expect(() => parseMailServer(url)).not.toThrow(/cd|100/)
})
