// A door to the services of the store without pages: the routes that a sale needs, with the worker inside.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { requestCancellation } from '#lib/cancellations/commands/request-cancellation.ts'
import { makeQuote } from '#lib/checkout/commands/make-quote.ts'
import { type OrderInput, startOrder } from '#lib/checkout/commands/start-order.ts'
import { env } from '#lib/core/env.ts'
import { AppError, ERROR_STATUS } from '#lib/core/rules/app-error.ts'
import type { Guest } from '#lib/core/rules/caller.ts'
import { recordPaymentEvent } from '#lib/payments/commands/read-payment.ts'
import { readPaymentNow } from '#lib/payments/commands/read-payment-now.ts'
import { startRunner } from '#lib/worker/runner.ts'

type Asked = { body: never; raw: Buffer; key: string; id: string; headers: Record<string, string> }

const ROUTES: Record<string, (asked: Asked) => Promise<unknown>> = {
  'POST /api/quotes': async ({ body }) => ({ quote: await makeQuote(body) }),
  'POST /api/orders': async ({ body, key }) => {
    const { items, ...rest } = body as { items: { quoteId: string }[]; email: string; consents: OrderInput['consents'] }
    const input = { items: items.map((item) => ({ ...item, travellers: [] })), ...rest, locale: 'en' }
    const once = { key, fingerprint: JSON.stringify(body) }
    const { orderId, payUrl } = await startOrder({ kind: 'anonymous' }, { ...input, once })

    return { orderId, payUrl }
  },
  'POST /api/orders/:id/settle': async ({ id }) => {
    await readPaymentNow(holderOf(id), id)

    return {}
  },
  'POST /api/orders/:id/returns': ({ id, body, key }) => {
    const { esimIds } = body as { esimIds: string[] }

    return requestCancellation(holderOf(id), {
      orderId: id,
      esimIds,
      reason: '',
      once: { key, fingerprint: esimIds.join() },
    })
  },
  'POST /api/webhooks/test-payments': async ({ raw, headers }) => {
    await recordPaymentEvent('test', raw, headers)

    return {}
  },
}

const runner = await startRunner()
const server = createServer((request, response) => void answer(request, response))
server.listen(env.PORT, env.HOSTNAME)
process.once('SIGTERM', () => {
  server.closeAllConnections()
  server.close()
  void runner.stop().then(() => process.exit(0))
})

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [, id = ''] = /\/orders\/([^/]+)\//.exec(request.url ?? '') ?? []
  const route = ROUTES[`${request.method} ${(request.url ?? '').replace(id || '\0', ':id')}`]
  const reply = (status: number, value: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
  try {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const raw = Buffer.concat(chunks)
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    if (!route) return void reply(404, { error: { code: 'not_found' } })
    const asked = {
      body: JSON.parse(raw.toString() || '{}') as never,
      raw,
      id,
      headers,
      key: headers['idempotency-key'] ?? '',
    }
    reply(200, { data: await route(asked) })
  } catch (error) {
    const code = error instanceof AppError ? error.code : 'internal'
    reply(ERROR_STATUS[code], { error: { code, details: error instanceof AppError ? error.details : undefined } })
  }
}

function holderOf(orderId: string): Guest {
  return { kind: 'guest', sessionId: 'gst_door', grants: [{ orderId, grant: 'paid_here', grantedAt: new Date() }] }
}
