import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createMailer } from '#lib/mail/mailer.ts'
import { type MailSink, startMailSink } from '#sandbox/mail/server.ts'

let directory: string
let sink: MailSink

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'test-mail-'))
  sink = await startMailSink({ dataDir: directory })
})

afterEach(async () => {
  await sink.close()
  await rm(directory, { recursive: true })
})

async function send(change: { subject?: string; text?: string; html?: string } = {}) {
  const mailer = createMailer({ host: sink.host, port: sink.smtpPort, secure: false, from: 'a@b.example' })
  await mailer.send({
    to: 'ana@example.com',
    subject: '日本 <b>',
    text: 'See https://shop.example/o/a',
    html: '<html><head></head><body><p>Hi</p></body></html>',
    ...change,
  })
  mailer.close()
}

const read = async (place: string) => {
  const response = await fetch(`${sink.url}${place}`)

  return { response, body: await response.text() }
}

test('the page lists mails as text and leads to each', async () => {
  await send()

  const { body } = await read('/')

  expect(body).toContain('<strong>日本 &lt;b&gt;</strong>')
  expect(body).toContain('href="/mails/00000001"')
  expect(body).toContain('Test mail: nothing here was delivered')
})

test('a mail is shown in a frame that runs nothing, beside its text with links', async () => {
  await send({
    html: '<html><head></head><body><script>alert(1)</script><a href="https://shop.example">x</a></body></html>',
  })

  const { body } = await read('/mails/00000001')
  const framed = await read('/mails/00000001/html')

  expect(body).toContain('<a href="https://shop.example/o/a">https://shop.example/o/a</a>')
  expect(body).toMatch(/<iframe src="\/mails\/00000001\/html" sandbox="allow-popups /)
  expect(framed.response.headers.get('content-security-policy')).toMatch(/^sandbox allow-popups .*default-src 'none'/)
  expect(framed.response.headers.get('content-security-policy')).not.toContain('allow-scripts')
  expect(framed.body).toContain('<base target="_blank">')
})

test('a picture that travels inside a mail is shown with it', async () => {
  const mailer = createMailer({ host: sink.host, port: sink.smtpPort, secure: false, from: 'a@b.example' })
  const bytes = Buffer.from('a picture')
  await mailer.send({
    ...{ to: 'ana@example.com', subject: 'Picture', text: '[a picture]' },
    html: '<html><head></head><body><img alt="" src="cid:one"></body></html>',
    pictures: [{ cid: 'one', name: 'one.png', type: 'image/png', bytes }],
  })
  mailer.close()

  const [kept] = JSON.parse((await read('/_control/mails')).body).mails
  const framed = await read('/mails/00000001/html')

  expect(kept.text.trim()).toBe('[a picture]')
  expect(kept.pictures).toEqual([{ cid: 'one', name: 'one.png', type: 'image/png', base64: bytes.toString('base64') }])
  expect(framed.body).toContain(`<img alt="" src="data:image/png;base64,${bytes.toString('base64')}">`)
})

test('the pages of the sink allow no script', async () => {
  const { response, body } = await read('/')

  expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
  expect(body).not.toContain('<script')
})

test('mails are still there after a restart, and a reset forgets them', async () => {
  await send()
  await sink.close()
  sink = await startMailSink({ dataDir: directory })
  await send({ subject: 'Second' })
  const before = (await read('/_control/mails')).body

  await fetch(`${sink.url}/_control/reset`, { method: 'POST' })

  expect(JSON.parse(before)).toMatchObject({ mails: [{ subject: 'Second' }, { subject: '日本 <b>' }] })
  expect((await read('/_control/mails')).body).toBe('{"mails":[]}')
})

test('a page in a browser cannot read the control plane', async () => {
  const response = await fetch(`${sink.url}/_control/mails`, { headers: { 'sec-fetch-site': 'cross-site' } })

  expect(response.status).toBe(403)
})

test('D25 it refuses to run in live mode, with one line', async () => {
  const child = spawn(process.execPath, ['sandbox/mail/main.ts'], {
    env: { NODE_ENV: 'test', STORE_MODE: 'live', PORT: '4958', SMTP_PORT: '4959' },
  })
  const output: string[] = []
  child.stderr.on('data', (chunk) => output.push(String(chunk)))

  expect((await once(child, 'close'))[0]).toBe(1)
  expect(output.join('')).toBe('The test mail server does not run with STORE_MODE=live.\n')
})

test('it says one line when it listens and ends cleanly when asked', async () => {
  const child = spawn(process.execPath, ['sandbox/mail/main.ts'], {
    env: { NODE_ENV: 'test', PORT: '4958', SMTP_PORT: '4959' },
  })
  const [line] = await once(child.stdout, 'data')

  child.kill('SIGTERM')

  expect(String(line)).toBe('Test mail listening on smtp://127.0.0.1:4959, read it at http://127.0.0.1:4958\n')
  expect((await once(child, 'exit'))[0]).toBe(0)
})
