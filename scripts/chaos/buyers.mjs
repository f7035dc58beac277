import { setTimeout as sleep } from 'node:timers/promises'

const PATIENCE_MS = 300_000
const PAUSE_MS = 400
const LONGEST_PAUSE_MS = 6_000
const TAKES_MS = 30_000

/**
 * Sends buyers at `rate` per second, at most `most` of them at a time, and resolves when all have paid or left.
 *
 * Answers what each of them saw: the order they were promised, and whether they paid for it.
 */
export async function sendBuyers({ world, inputs, rate, max, say }) {
  const seen = []
  const inside = new Set()
  const began = Date.now()
  for (const [index, input] of inputs.entries()) {
    const early = began + (index * 1_000) / rate - Date.now()
    if (early > 0) await sleep(early)
    while (inside.size >= max) await Promise.race(inside)
    const visit = buy(world, input)
      .catch((error) => ({ input, turnedAway: String(error.message) }))
      .then((result) => seen.push(result))
      .finally(() => inside.delete(visit))
    inside.add(visit)
    if ((index + 1) % 100 === 0) say(`${index + 1} of ${inputs.length} buyers have come`)
  }
  await Promise.all(inside)

  return seen
}

async function buy(world, input) {
  const came = Date.now()
  const { order, cookie } = await placeOrder(world, input)
  const orderedMs = Date.now() - came
  const sessionId = new URL(order.payUrl).pathname.split('/').at(-1)
  const visit = { input, orderId: order.orderId, sessionId, cookie, orderedMs, paidAt: null, returned: null }
  if (input.pays === 'never') return visit
  await world.payments.post(`sessions/${sessionId}/pay`, { outcome: input.pays })
  visit.paidAt = input.pays === 'success' ? Date.now() : null
  if (input.comesBack) {
    await send(world, { path: `/api/orders/${order.orderId}/settle`, input, cookie, body: {} }).catch(() => null)
  }
  if (input.pays === 'success' && input.givesBack !== 'nothing') visit.returned = await giveBack(world, visit)

  return visit
}

/** A quote and an order of it, with the same key until somebody answers; a quote that ran out is asked for again. */
async function placeOrder(world, input) {
  const until = Date.now() + PATIENCE_MS
  for (let round = 0; Date.now() < until; round++) {
    const asked = await untilAnswered(() => send(world, { path: '/api/quotes', input, body: input.quote }), until)
    if (asked.status !== 200) {
      await sleep(PAUSE_MS * 2)
      continue
    }
    const body = {
      items: [{ quoteId: asked.data.quote.id }],
      email: input.email,
      consents: { terms: true, withdrawalInfo: true, deviceChecked: true },
    }
    const key = `${input.key}-${round}`
    const post = () => send(world, { path: '/api/orders', input, body, key })
    const answers = await Promise.all(Array.from({ length: input.isDouble ? 2 : 1 }, () => untilAnswered(post, until)))
    const good = answers.filter(({ status }) => status === 200)
    if (new Set(good.map(({ data }) => data.orderId)).size > 1) throw new Error('Two orders for one key.')
    const [first] = good
    if (first) return { order: first.data, cookie: first.cookie }
    await sleep(PAUSE_MS)
  }

  throw new Error('nobody answered')
}

/** Repeats the very same request while the connection breaks or the store says that it cannot now. */
async function untilAnswered(post, until) {
  for (let tries = 0; ; tries++) {
    const answer = await post().catch(() => null)
    const isFinal = answer && answer.status < 500 && answer.status !== 429
    if (isFinal || Date.now() > until) return answer ?? { status: 0 }
    await sleep(Math.min(LONGEST_PAUSE_MS, PAUSE_MS * 2 ** tries))
  }
}

async function send(world, { path, input, body, key, cookie }) {
  const response = await fetch(`${world.url}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: world.url,
      'x-forwarded-for': input.address,
      ...(key ? { 'idempotency-key': key } : {}),
      ...(cookie ? { cookie } : {}),
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TAKES_MS),
  })
  const text = await response.text()
  const { data, error } = text.startsWith('{') ? JSON.parse(text) : {}
  const told = `${response.status} ${error?.code ?? 'ok'}`
  world.answers.set(told, (world.answers.get(told) ?? 0) + 1)
  const given = response.headers.getSetCookie().map((item) => item.split(';')[0])

  return { status: response.status, data, error, cookie: given.join('; ') || null }
}

/** Waits for the eSIMs and asks for them back. The network may say no; then they stay. */
async function giveBack(world, { input, orderId, cookie }) {
  const until = Date.now() + PATIENCE_MS
  while (Date.now() < until) {
    const esims = await world.database.ask(
      `SELECT c."id" FROM "Card" c JOIN "Line" l ON l."id" = c."lineId"
       WHERE l."orderId" = $1 AND l."state" = 'DELIVERED' ORDER BY c."position"`,
      [orderId],
    )
    if (esims.length > 0) {
      const esimIds = esims.map(({ id }) => id).slice(0, input.givesBack === 'one card' ? 1 : esims.length)
      const ask = () =>
        send(world, {
          path: `/api/orders/${orderId}/returns`,
          input,
          cookie,
          key: `${input.key}-back`,
          body: { esimIds },
        })
      const { status } = await untilAnswered(ask, until)

      return { esims: esimIds.length, status }
    }
    await sleep(1_000)
  }

  return null
}
