import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isFromPage, namesThisMachine } from '../local-only.ts'
import type { KeptMail, Mailbox } from './mailbox.ts'
import type { Smtp } from './smtp.ts'
import { mailPolicy, pagePolicy, renderFramed, renderList, renderMailPage } from './view.ts'

type Options = { mailbox: Mailbox; smtp: Smtp; host: string; port: number }
type Reply = { status: number; type: string; body: string; policy: string }

/** Serves the pages for people and the control plane for tests. */
export async function startWeb({
  host,
  port,
  ...parts
}: Options): Promise<{ url: string; close: () => Promise<void> }> {
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
