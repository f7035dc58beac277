import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { isFromPage, namesThisMachine, requireLoopback } from '../local-only.ts'
import { type KeptMail, type Mailbox, openMailbox } from './mailbox.ts'

export type MailSinkOptions = {
  /** 0 takes any free port, here and below. */
  smtpPort?: number
  webPort?: number
  host?: string
  /** Keeps mails in this directory; in memory without it. */
  dataDir?: string
}

export type MailSink = { host: string; smtpPort: number; url: string; close: () => Promise<void> }

/** Starts the mail sink and says where it listens. */
export async function startMailSink(options: MailSinkOptions = {}): Promise<MailSink> {
  if (process.env.STORE_MODE === 'live') throw new Error('The test mail server does not run with STORE_MODE=live.')

  const host = options.host ?? '127.0.0.1'
  requireLoopback(host)
  const mailbox = openMailbox(options.dataDir ?? null)
  const smtp = await startSmtp({ mailbox, host, port: options.smtpPort ?? 0 })
  const web = await startWeb({ mailbox, smtp, host, port: options.webPort ?? 0 }).catch(async (error) => {
    await smtp.close()
    throw error
  })

  return {
    host,
    smtpPort: smtp.port,
    url: web.url,
    close: async () => {
      await Promise.all([smtp.close(), web.close()])
    },
  }
}

type Options = { mailbox: Mailbox; smtp: Smtp; host: string; port: number }
type Reply = { status: number; type: string; body: string; policy: string }

/** Serves the pages for people and the control plane for tests. */
async function startWeb({ host, port, ...parts }: Options): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((request, response) => send(response, answer(request, parts)))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const { port: actual } = server.address() as AddressInfo

  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${actual}`,
    close: () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()

      return closed
    },
  }
}

function answer(request: IncomingMessage, parts: Pick<Options, 'mailbox' | 'smtp'>): Reply {
  if (!namesThisMachine(request)) return json(403, { error: 'This server answers under its own name alone.' })
  const url = new URL(request.url ?? '/', 'http://localhost')
  const to = url.searchParams.get('to')
  if (url.pathname.startsWith('/_control/')) return control(request, url, parts)
  if (request.method !== 'GET' && request.method !== 'HEAD') return json(405, { error: 'These pages are only read.' })
  if (url.pathname === '/') return html(renderList(parts.mailbox.list(to), to))
  if (url.pathname === '/health') return json(200, { ok: true })

  const [, id = '', half] = /^\/mails\/(\d+)(\/html)?$/.exec(url.pathname) ?? []
  const mail = parts.mailbox.get(id)
  if (!mail) return json(404, { error: 'There is nothing here.' })

  return half === undefined ? html(renderMailPage(mail)) : { ...html(renderFramed(mail)), policy: mailPolicy }
}

function control(request: IncomingMessage, url: URL, { mailbox, smtp }: Pick<Options, 'mailbox' | 'smtp'>): Reply {
  // A page in a browser must not read or clear mails behind its reader's back.
  if (isFromPage(request)) return json(403, { error: 'For programs only.' })

  switch (`${request.method} ${url.pathname}`) {
    case 'GET /_control/mails':
      return json(200, { mails: mailbox.list(url.searchParams.get('to')).map(withLinks) })
    case 'POST /_control/reset':
      mailbox.clear()
      smtp.forgive()

      return json(200, { ok: true })
    case 'POST /_control/refuse': {
      const code = Number(url.searchParams.get('code') ?? 451)
      const times = Number(url.searchParams.get('times') ?? 1)
      if (!(code >= 400 && code <= 599 && times >= 0)) return json(400, { error: 'code is 400 to 599, times from 0.' })
      smtp.refuse(code, times)

      return json(200, { ok: true })
    }
    default:
      return json(404, { error: 'There is no such control.' })
  }
}

function withLinks(mail: KeptMail): KeptMail & { links: string[] } {
  return { ...mail, links: mail.text.match(/https?:\/\/[^\s<>"]+/g) ?? [] }
}

function html(body: string): Reply {
  return { status: 200, type: 'text/html; charset=utf-8', body, policy: pagePolicy }
}

function json(status: number, body: unknown): Reply {
  return { status, type: 'application/json', body: JSON.stringify(body), policy: "default-src 'none'" }
}

function send(response: ServerResponse, { status, type, body, policy }: Reply): void {
  response.writeHead(status, {
    'content-type': type,
    'content-security-policy': policy,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  })
  response.end(body)
}

type Smtp = {
  port: number
  /** The next `times` mails are answered with this code instead of being kept. */
  refuse(code: number, times: number): void
  forgive(): void
  close: () => Promise<void>
}

type SmtpOptions = { mailbox: Mailbox; host: string; port: number }

const MAX_BYTES = 10 * 1_024 * 1_024

async function startSmtp({ mailbox, host, port }: SmtpOptions): Promise<Smtp> {
  let refusals = { code: 451, times: 0 }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    size: MAX_BYTES,
    logger: false,
    // Any login is right: this server has no secret to keep.
    onAuth: (auth, _session, done) => done(null, { user: auth.username ?? 'anybody' }),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (stream.sizeExceeded) return done(refusal(552))
        if (refusals.times > 0) {
          refusals = { ...refusals, times: refusals.times - 1 }

          return done(refusal(refusals.code))
        }
        const { mailFrom, rcptTo } = session.envelope
        const to = rcptTo.map(({ address }) => address)
        mailbox.keep({ from: mailFrom === false ? '' : mailFrom.address, to }, Buffer.concat(chunks))
        done()
      })
    },
  })
  // A client that hangs up is no fault of the server.
  server.on('error', () => {})
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const address = server.server.address()

  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    refuse: (code, times) => {
      refusals = { code, times }
    },
    forgive: () => {
      refusals = { ...refusals, times: 0 }
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function refusal(code: number): Error {
  return Object.assign(new Error('Refused on request.'), { responseCode: code })
}

const STYLE = `
:root{color-scheme:light dark;--paper:oklch(.985 .006 85);--card:#fff;--ink:oklch(.23 .035 245);--soft:oklch(.47 .03 245);
--line:oklch(.9 .01 245);--link:oklch(.54 .18 35);--wash:oklch(.965 .035 85);--focus:oklch(.52 .17 255)}
@media (prefers-color-scheme:dark){:root{--paper:oklch(.185 .024 250);--card:oklch(.235 .028 248);--ink:oklch(.965 .008 85);
--soft:oklch(.76 .02 245);--line:oklch(.33 .025 247);--link:oklch(.76 .15 44);--wash:oklch(.295 .04 75);--focus:oklch(.8 .11 240)}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
.notice{margin:0;padding:.75rem 1rem;background:var(--wash);font-weight:600;text-align:center}
main{max-width:52rem;margin:0 auto;padding:1rem}
h1{margin:.5rem 0 1rem;font-size:1.44rem;line-height:1.2;overflow-wrap:anywhere}
h2{margin:1.5rem 0 .5rem;font-size:1rem}
a{color:var(--link)}
a:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
ul{list-style:none;margin:0;padding:0;background:var(--card);border:1px solid var(--line);border-radius:14px;overflow:hidden}
li+li{border-top:1px solid var(--line)}
li a{display:block;min-height:44px;padding:.75rem 1rem;color:inherit;text-decoration:none;overflow-wrap:anywhere}
li strong{display:block}
.soft{color:var(--soft);font-size:.875rem}
iframe{width:100%;height:70vh;border:1px solid var(--line);border-radius:14px;background:#fff}
pre{margin:0;padding:1rem;background:var(--card);border:1px solid var(--line);border-radius:14px;white-space:pre-wrap;
overflow-wrap:anywhere;font:inherit}
`

const styleHash = `sha256-${createHash('sha256').update(STYLE).digest('base64')}`

/** For the pages of this server: their one style sheet and the frame with a mail, nothing else. */
const pagePolicy = `default-src 'none'; style-src '${styleHash}'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** For the mail in the frame: no script, no request, links open in a window of their own. */
const mailPolicy =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'self'; form-action 'none'"

function renderList(mails: KeptMail[], to: string | null): string {
  const rows = mails.map(
    (mail) => `<li><a href="/mails/${mail.id}"><strong>${escapeHtml(mail.subject)}</strong>
<span class="soft">${escapeHtml(mail.to.join(', '))} · ${timeOf(mail)}</span></a></li>`,
  )
  const empty = `<p>No mail${to === null ? '' : ` to ${escapeHtml(to)}`} yet. What the shop sends appears here.</p>`

  return page('Test mail', `<h1>Test mail</h1>${rows.length === 0 ? empty : `<ul>${rows.join('\n')}</ul>`}`)
}

function renderMailPage(mail: KeptMail): string {
  const html =
    mail.html === ''
      ? ''
      : `<h2>As HTML</h2>
<iframe src="/mails/${mail.id}/html" sandbox="allow-popups allow-popups-to-escape-sandbox" title="The mail as HTML"></iframe>`

  return page(
    mail.subject,
    `<p><a href="/">All mails</a></p>
<h1>${escapeHtml(mail.subject)}</h1>
<p class="soft">To ${escapeHtml(mail.to.join(', '))}<br>From ${escapeHtml(mail.headers.from ?? mail.from)}<br>${timeOf(mail)}</p>
${html}
<h2>As plain text</h2>
<pre>${linked(mail.text)}</pre>`,
  )
}

/** The mail's own HTML with its pictures. Its links leave the frame, in which the shop would refuse to be shown. */
function renderFramed(mail: KeptMail): string {
  const html = mail.pictures.reduce(
    (page, { cid, type, base64 }) => page.replaceAll(`"cid:${cid}"`, `"data:${type};base64,${base64}"`),
    mail.html,
  )

  return html.replace(/<head[^>]*>/i, (head) => `${head}<base target="_blank">`)
}

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<header><p class="notice">Test mail: nothing here was delivered</p></header>
<main>${content}</main>
</body>
</html>
`
}

function linked(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((piece, index) =>
      index % 2 === 0 ? escapeHtml(piece) : `<a href="${escapeHtml(piece)}">${escapeHtml(piece)}</a>`,
    )
    .join('')
}

function timeOf(mail: KeptMail): string {
  return `<time datetime="${mail.receivedAt}">${mail.receivedAt.replace('T', ' ').slice(0, 19)} UTC</time>`
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
}
