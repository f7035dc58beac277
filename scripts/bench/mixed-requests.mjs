import http from 'node:http'

const AT_ONCE = 8
const LANGUAGES = ['', '/de', '/ar']
const ENCODINGS = ['gzip', 'br, gzip', 'identity']

/** What a visitor's browser asks for, by how often in a hundred requests. `n` counts the requests of a kind. */
const STORE_MIX = [
  [38, ({ n, slugs }) => get(`${LANGUAGES[n % 3]}/destinations/${at(slugs, Math.floor(n / 3))}`)],
  [10, ({ n }) => get(`${LANGUAGES[n % 3]}${n % 2 ? '/destinations' : ''}` || '/')],
  [12, ({ n, slugs }) => get(`/destinations/${at(slugs, n)}`, { rsc: '1' })],
  [8, ({ n, slugs }) => get(`/destinations/${at(slugs, n)}`, segment(n % 2 ? '/_tree' : '/_head'))],
  [6, ({ n, plans }) => get(`${LANGUAGES[n % 3]}/plans/${at(plans, n)}`)],
  [5, ({ n, files }) => get(at(files, n))],
  [3, ({ n, slugs }) => get(`/api/catalogue/plans/en/${at(slugs, n)}`)],
  [8, ({ n }) => get(at(['/cart', '/find', '/sign-in', '/status', '/account', '/withdraw'], n))],
  [4, ({ n, plans }) => post('/api/quotes', { planId: at(plans, n), quantity: 1 })],
  [2, () => get('/api/health/ready')],
  [2, ({ n }) => get(`/made-up/${n}`)],
  [2, ({ n }) => get(`/destinations/made-up-${n}`)],
]

const BARE_MIX = [
  [50, () => get('/')],
  [20, () => get('/second')],
  [12, () => get('/second', { rsc: '1' })],
  [8, () => get('/second', segment('/_tree'))],
  [6, ({ n, files }) => get(at(files, n))],
  [4, ({ n }) => get(`/made-up/${n}`)],
]

/** Asks for page after page, a few at a time. `run` sends the next `count` requests and resolves when all are answered. */
export function mixedRequests({ url, mix, facts }) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: AT_ONCE })
  const order = spread(mix)
  const counts = mix.map(() => 0)
  const statuses = {}
  let sent = 0

  const one = async () => {
    const kind = order[sent % order.length]
    const n = counts[kind]
    counts[kind] += 1
    sent += 1
    const encoding = ENCODINGS[sent % ENCODINGS.length]
    const status = await send({ url, agent, encoding, address: sent, ...mix[kind][1]({ n, ...facts }) })
    statuses[status] = (statuses[status] ?? 0) + 1
  }

  return {
    statuses,
    run: async (count) => {
      let left = count
      const lane = async () => {
        while (left > 0) {
          left -= 1
          await one()
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, lane))
    },
    close: () => agent.destroy(),
  }
}

/** The kinds of a mix in a row of a hundred, each spread over all of it. */
function spread(mix) {
  const places = mix.flatMap(([share], kind) =>
    Array.from({ length: share }, (_, n) => ({ kind, at: (n + 0.5) / share })),
  )

  return places.toSorted((a, b) => a.at - b.at).map(({ kind }) => kind)
}

function send({ url, agent, encoding, address, method, path, headers, body }) {
  return new Promise((resolve, reject) => {
    const from = `10.${(address >> 16) & 255}.${(address >> 8) & 255}.${address & 255}`
    const all = { 'accept-encoding': encoding, origin: url, 'x-forwarded-for': from, ...headers }
    const request = http.request(`${url}${path}`, { method, agent, headers: all, timeout: 60_000 }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode))
      response.on('error', reject)
    })
    request.on('error', reject)
    request.on('timeout', () => request.destroy(new Error(`${path} took too long`)))
    request.end(body)
  })
}

function get(path, headers = {}) {
  return { method: 'GET', path, headers }
}

function post(path, body) {
  return { method: 'POST', path, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

function segment(name) {
  return { rsc: '1', 'next-router-prefetch': '1', 'next-router-segment-prefetch': name }
}

function at(list, n) {
  return list[n % list.length]
}

/** The script and style files that a page names. */
export async function filesOf(url) {
  const html = await (await fetch(url)).text()

  return [...new Set(html.match(/\/_next\/static\/[^"'\s\\]+?\.(?:js|css)/g) ?? [])]
}

export { BARE_MIX, STORE_MIX }
