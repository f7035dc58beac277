import { p95, quantile, timed } from './table.mjs'

const TIMES = 30
// A process that has just started compiles what it runs; nobody works at a desk for one page.
const UNCOUNTED = 8

/** Which pages of the back office are asked for, by the keys of the deepest ones. */
export function adminPages(keys) {
  return {
    orders: '/admin/orders',
    'orders, deepest page': `/admin/orders?after=${keys.order}`,
    'orders, delivered': '/admin/orders?tab=delivered',
    'orders, needs-action': '/admin/orders?tab=needs-action',
    'orders with a line EXPIRED': '/admin/orders?state=EXPIRED',
    'orders by email': `/admin/orders?q=${encodeURIComponent(keys.email)}`,
    esims: '/admin/esims',
    'cards, deepest page': `/admin/esims?after=${keys.esim}`,
    'cancellations, open': '/admin/cancellations',
    'finance, this month by day': '/admin/finance',
    'supplier ledger': '/admin/finance/supplier',
    audit: '/admin/audit',
    reconciliation: '/admin/reconciliation',
    today: '/admin',
    'network health': '/admin/health',
    refunds: '/admin/finance/refunds',
    customers: '/admin/customers',
    messages: '/admin/messages',
    jobs: '/admin/jobs',
  }
}

/** Milliseconds to the first byte of each page, in the middle and at the 95th of 100; a page that is not there is left out. */
export async function timePages({ url, cookie, pages }) {
  const rows = {}
  for (const [name, path] of Object.entries(pages)) {
    const status = await ask({ url: `${url}${path}`, cookie })
    if (status !== 200) continue
    await timed(UNCOUNTED, () => ask({ url: `${url}${path}`, cookie }))
    const took = await timed(TIMES, () => ask({ url: `${url}${path}`, cookie }))
    rows[name] = [quantile(took, 0.5), p95(took)]
  }

  return rows
}

/** Resolves when the head has come; the rest is read outside of the time that counts. */
async function ask({ url, cookie }) {
  const answer = await fetch(url, { headers: { cookie }, redirect: 'manual' })
  const rest = answer.arrayBuffer()
  rest.catch(() => undefined)

  return answer.status
}

/** Milliseconds that a visitor of the shop waits for a page while `work` goes on: the 99th of 100. */
export async function shopWhile(url, work) {
  let isDone = false
  const running = work().finally(() => {
    isDone = true
  })
  const took = []
  while (!isDone) {
    const [ms] = await timed(1, async () => (await fetch(`${url}/destinations`)).arrayBuffer())
    took.push(ms)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }

  return { result: await running, p99: quantile(took, 0.99), asked: took.length }
}
