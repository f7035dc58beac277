import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isFromForeignPage, namesThisMachine, requireLoopback } from '../local-only.ts'
import { answerApi, type Exchange, logCall, matchPath, readBody, sendJson } from './api.ts'
import { answerControl } from './control.ts'
import { type Engine, openEngine, refusal } from './engine.ts'
import { formatAmount } from './input.ts'
import type { PaymentRow, SessionRow } from './rows.ts'
import { DECLINE_CODES, planDecline, planPaying } from './sessions.ts'
import { ApiError, requirePayment, requireSession } from './world.ts'

export type TestPaymentsOptions = {
  key: string
  webhookSecret: string
  /** Where events go when a session names no other address. */
  webhookUrl?: string
  /** 0 takes any free port. */
  port?: number
  host?: string
  /** The address that the buyer's browser uses; by default the one listened on. */
  publicUrl?: string
  /** Keeps everything in this directory; in memory without it. */
  dataDir?: string
  account?: string
  authorizationMs?: number
  /** Pause before the first repetition of a webhook; doubles each time. */
  retryMs?: number
}

export type TestPayments = { url: string; close: () => Promise<void> }

const WEEK_MS = 7 * 24 * 60 * 60 * 1_000

/** Starts the test payment server and says where it listens. */
export async function startTestPayments(options: TestPaymentsOptions): Promise<TestPayments> {
  if (process.env.STORE_MODE === 'live') throw new Error('The test payment server does not run with STORE_MODE=live.')

  const host = options.host ?? '127.0.0.1'
  requireLoopback(host)
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, host, resolve)
  })
  const { port } = server.address() as AddressInfo
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  // Only the process that owns the port opens the files: a second one would rewrite them under the first.
  const engine = openEngine({
    directory: options.dataDir ?? null,
    publicUrl: options.publicUrl ?? url,
    retryMs: options.retryMs ?? 500,
    settings: {
      key: options.key,
      webhookSecret: options.webhookSecret,
      webhookUrl: options.webhookUrl ?? null,
      account: options.account ?? 'acct_test',
      authorizationMs: options.authorizationMs ?? WEEK_MS,
    },
  })
  server.on('request', (request, response) => void handle(engine, request, response))

  return {
    url,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
      engine.close()
    },
  }
}

async function handle(engine: Engine, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    if (!namesThisMachine(request, engine.world.publicUrl)) {
      throw new ApiError(403, 'forbidden', 'This server answers under its own name alone.')
    }
    const url = new URL(request.url ?? '/', engine.world.publicUrl)
    const exchange = { request, response, url }
    if (url.pathname.startsWith('/v1/')) await answerApi(engine, exchange)
    else if (url.pathname.startsWith('/pay/')) await answerPayPage(engine, exchange)
    else if (url.pathname.startsWith('/_control/')) await answerControl(engine, exchange)
    else if (url.pathname === '/health') sendJson(response, 200, { ok: true })
    else throw new ApiError(404, 'not_found', 'There is nothing here.')
  } catch (error) {
    const known = error instanceof ApiError ? error : new ApiError(500, 'internal', 'Something broke.')
    if (response.headersSent || response.destroyed) return void response.destroy()
    sendJson(response, known.status, refusal(known))
  }
}

const OUTCOMES = ['success', 'decline', 'cancel'] as const

/** Shows the hosted page, and takes its buttons. Every button leads on by a redirect, so reloading pays nothing. */
async function answerPayPage(engine: Engine, exchange: Exchange): Promise<void> {
  const { request, url } = exchange
  const id = matchPath('/pay/:id', url.pathname)?.id ?? ''
  if (request.method !== 'GET' && request.method !== 'HEAD' && request.method !== 'POST') {
    throw new ApiError(405, 'wrong_method', 'This page is read or submitted.')
  }
  if (request.method === 'POST' && isFromForeignPage(request)) {
    throw new ApiError(403, 'forbidden', 'Pay on this page, not from another one.')
  }
  const form = request.method === 'POST' ? new URLSearchParams(await readBody(request)) : null
  const outcome = form === null ? null : readOutcome(form)
  const endpoint = outcome === null ? 'pay.show' : `pay.${outcome}`
  logCall(engine, { method: request.method, path: url.pathname, endpoint, key: null })

  if (await engine.faults.strike(endpoint, 'before', exchange)) return
  engine.sweep()
  const session = requireSession(engine.world, id)
  const target = outcome === null ? null : submit(engine, session, { outcome, code: form?.get('code') ?? null })
  if (await engine.faults.strike(endpoint, 'after', exchange)) return

  if (target === null) show(engine, exchange, session)
  else redirect(exchange, target)
}

type Outcome = (typeof OUTCOMES)[number]

function readOutcome(form: URLSearchParams): Outcome {
  const outcome = OUTCOMES.find((name) => form.has(name) || form.get('outcome') === name)
  if (!outcome) throw new ApiError(400, 'invalid_request', 'Press one of the three buttons.')

  return outcome
}

type Pressed = { outcome: Outcome; code: string | null }

function submit(engine: Engine, session: SessionRow, { outcome, code }: Pressed): string {
  if (outcome === 'cancel') return session.cancelUrl
  // Back to this page, which says that it has ended.
  if (session.status === 'expired') return `${engine.world.publicUrl}/pay/${session.id}`

  const plan = outcome === 'success' ? planPaying(engine.world, session) : planDecline(engine.world, session, code)
  engine.carryOut(plan)
  const { status } = requirePayment(engine.world, session.paymentId)

  return status === 'failed' ? session.cancelUrl : session.successUrl
}

function show(engine: Engine, { response }: Exchange, session: SessionRow): void {
  const payment = requirePayment(engine.world, session.paymentId)
  const targets = [session.successUrl, session.cancelUrl].map((target) => new URL(target).origin)
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    // Its own form says where it comes from; the shop behind the way back hears nothing.
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    // A browser checks where a submitted form is redirected to, so both ways back have to be named.
    'content-security-policy': [
      "default-src 'none'",
      `style-src '${styleHash}'`,
      `form-action 'self' ${[...new Set(targets)].join(' ')}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
  })
  response.end(renderPayPage(session, payment))
}

function redirect({ response }: Exchange, location: string): void {
  response.writeHead(303, { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  response.end()
}

const STYLE = `
:root{color-scheme:light dark;--paper:oklch(.985 .006 85);--card:#fff;--ink:oklch(.23 .035 245);--soft:oklch(.47 .03 245);
--line:oklch(.9 .01 245);--edge:oklch(.62 .02 245);--fill:oklch(.57 .19 36);--on:#fff;--wash:oklch(.965 .035 85);--focus:oklch(.52 .17 255)}
@media (prefers-color-scheme:dark){:root{--paper:oklch(.185 .024 250);--card:oklch(.235 .028 248);--ink:oklch(.965 .008 85);
--soft:oklch(.76 .02 245);--line:oklch(.33 .025 247);--edge:oklch(.6 .025 245);--fill:oklch(.71 .175 41);--on:oklch(.19 .03 245);
--wash:oklch(.295 .04 75);--focus:oklch(.8 .11 240)}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1rem;background:var(--paper);color:var(--ink);
font:1rem/1.5 system-ui,sans-serif}
main{width:100%;max-width:26rem;background:var(--card);border:1px solid var(--line);border-radius:14px;overflow:hidden}
.notice{margin:0;padding:.75rem 1.25rem;background:var(--wash);font-weight:600}
.body{padding:1.25rem}
h1{margin:0 0 1rem;font-size:1.44rem;line-height:1.2}
dl{display:grid;grid-template-columns:auto 1fr;gap:.5rem 1rem;margin:0 0 1.25rem}
dt{color:var(--soft)}
dd{margin:0;text-align:end;overflow-wrap:anywhere}
.sum{font-size:1.2rem;font-weight:700;font-variant-numeric:tabular-nums}
form{display:grid;gap:.75rem}
select{width:100%;min-height:48px;font:inherit}
button,.way{display:block;width:100%;min-height:48px;padding:.6rem 1rem;border:1px solid var(--edge);border-radius:10px;background:none;
color:inherit;font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
button[name=success]{border-color:transparent;background:var(--fill);color:var(--on)}
button:focus-visible,.way:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
.hint{margin:1rem 0 0;color:var(--soft);font-size:.875rem}
`

const styleHash = `sha256-${createHash('sha256').update(STYLE).digest('base64')}`

/** The page works without scripts, so that nothing but its three buttons can happen on it. */
function renderPayPage(session: SessionRow, payment: PaymentRow): string {
  const { title, content } = contentOf(session, payment)

  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} – test payment</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<p class="notice">Test payment: no money moves</p>
<div class="body">
<h1>${escapeHtml(title)}</h1>
<dl>
<dt>Order</dt><dd>${escapeHtml(payment.reference)}</dd>
${session.description === '' ? '' : `<dt>For</dt><dd>${escapeHtml(session.description)}</dd>`}
<dt>Amount</dt><dd class="sum">${escapeHtml(formatAmount(payment.amount, payment.currency))}</dd>
</dl>
${content}
</div>
</main>
</body>
</html>
`
}

function contentOf(session: SessionRow, payment: PaymentRow): { title: string; content: string } {
  if (session.status === 'expired') {
    const content = `<p>The time to pay is over. Nothing was charged.</p>${wayBack(session.cancelUrl)}`

    return { title: 'This payment page has expired', content }
  }
  if (payment.status === 'failed') {
    return { title: 'Payment declined', content: `<p>Nothing was charged.</p>${wayBack(session.cancelUrl)}` }
  }
  if (session.status === 'complete') {
    const content = `<p>Nothing more to do here: it is not charged twice.</p>${wayBack(session.successUrl)}`

    return { title: 'This order is paid', content }
  }

  const hint =
    session.captureMethod === 'manual'
      ? 'Pay reserves the amount. The shop takes it when your order is placed.'
      : 'Pay takes the amount at once.'

  return { title: 'Pay for your order', content: `${FORM}<p class="hint">${hint}</p>` }
}

const FORM = `<form method="post">
<button name="success" value="1">Pay</button>
<button name="decline" value="1">Decline</button>
<label>Why it is declined
<select name="code">${DECLINE_CODES.map((code) => `<option>${code}</option>`).join('')}</select></label>
<button name="cancel" value="1">Cancel</button>
</form>`

function wayBack(address: string): string {
  return `<a class="way" href="${escapeHtml(address)}">Back to the shop</a>`
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
}
