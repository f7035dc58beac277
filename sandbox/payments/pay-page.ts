import { isFromForeignPage } from '../local-only.ts'
import { logCall } from './api.ts'
import type { Engine } from './engine.ts'
import { type Exchange, matchPath, readBody } from './http.ts'
import { renderPayPage, styleHash } from './pay-view.ts'
import type { SessionRow } from './rows.ts'
import { planDecline, planPaying } from './sessions.ts'
import { ApiError, requirePayment, requireSession } from './world.ts'

const OUTCOMES = ['success', 'decline', 'cancel'] as const

/** Shows the hosted page, and takes its buttons. Every button leads on by a redirect, so reloading pays nothing. */
export async function answerPayPage(engine: Engine, exchange: Exchange): Promise<void> {
  const { request, url } = exchange
  const id = matchPath('/pay/:id', url.pathname)?.id ?? ''
  if (request.method !== 'GET' && request.method !== 'HEAD' && request.method !== 'POST') {
    throw new ApiError(405, 'wrong_method', 'This page is read or submitted.')
  }
  if (request.method === 'POST' && isFromForeignPage(request)) {
    throw new ApiError(403, 'forbidden', 'Pay on this page, not from another one.')
  }
  const outcome = request.method === 'POST' ? readOutcome(await readBody(request)) : null
  const endpoint = outcome === null ? 'pay.show' : `pay.${outcome}`
  logCall(engine, { method: request.method, path: url.pathname, endpoint, key: null })

  if (await engine.faults.strike(endpoint, 'before', exchange)) return
  engine.sweep()
  const session = requireSession(engine.world, id)
  const target = outcome === null ? null : submit(engine, session, outcome)
  if (await engine.faults.strike(endpoint, 'after', exchange)) return

  if (target === null) show(engine, exchange, session)
  else redirect(exchange, target)
}

type Outcome = (typeof OUTCOMES)[number]

function readOutcome(body: string): Outcome {
  const form = new URLSearchParams(body)
  const outcome = OUTCOMES.find((name) => form.has(name) || form.get('outcome') === name)
  if (!outcome) throw new ApiError(400, 'invalid_request', 'Press one of the three buttons.')

  return outcome
}

function submit(engine: Engine, session: SessionRow, outcome: Outcome): string {
  if (outcome === 'cancel') return session.cancelUrl
  // Back to this page, which says that it has ended.
  if (session.status === 'expired') return `${engine.world.publicUrl}/pay/${session.id}`

  const plan = outcome === 'success' ? planPaying(engine.world, session) : planDecline(engine.world, session)
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
