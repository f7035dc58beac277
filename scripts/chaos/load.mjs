// `node scripts/chaos/load.mjs --rate 5 --minutes 10`: sells at a steady rate from the production build while catalogue
// pages are read beside it (`--pages 0`: none), and compares the books of all three parties at the end. With `--outage 20` the provider goes
// away for that many minutes (of the store's scaled time) in the middle; with `--kill-every 15` the web process is killed
// that often, in seconds, under the store's own supervisor. See docs/reliability.md.
import '../check-node.mjs'
import fs from 'node:fs'
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sendBuyers } from './buyers.mjs'
import { choosePlans, inputOf, randomRow } from './inputs.mjs'
import { quantile } from './report.mjs'
import { settle } from './settle.mjs'

const CONNECTIONS = 16

/** Reads catalogue pages at `perSecond` until `stop`, noting how long each took. `mark` starts a new part of the notes. */
async function readPages({ world, perSecond }) {
  const slugs = await world.database.ask('SELECT "slug" FROM "Sku" WHERE "vanishedAt" IS NULL ORDER BY "slug" LIMIT 40')
  const paths = ['/', ...slugs.map(({ slug }) => `/destinations/${slug}`)]
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const parts = []
  let part = null
  let isStopped = false
  const mark = (name) => {
    part = { name, took: [], statuses: {} }
    parts.push(part)
  }
  const loop = (async () => {
    const began = Date.now()
    for (let n = 0; !isStopped; n++) {
      const early = began + (n * 1_000) / perSecond - Date.now()
      if (early > 0) await sleep(early)
      if (part) void readOne({ url: `${world.url}${paths[n % paths.length]}`, agent, part })
    }
  })()

  return {
    mark,
    stop: async () => {
      isStopped = true
      await loop
      await sleep(500)
      agent.destroy()

      return parts.map(({ name, took, statuses }) => ({
        name,
        pages: took.length,
        statuses,
        p50Ms: round(quantile(took, 0.5)),
        p95Ms: round(quantile(took, 0.95)),
        p99Ms: round(quantile(took, 0.99)),
      }))
    },
  }
}

function readOne({ url, agent, part }) {
  const began = performance.now()

  return new Promise((resolve) => {
    const note = (status) => {
      part.took.push(performance.now() - began)
      part.statuses[status] = (part.statuses[status] ?? 0) + 1
      resolve()
    }
    const request = http.get(url, { agent, timeout: 30_000 }, (response) => {
      response.resume()
      response.on('end', () => note(response.statusCode))
      response.on('error', () => note('broken'))
    })
    request.on('error', () => note('refused'))
  })
}

function round(ms) {
  return ms === null ? null : Math.round(ms * 10) / 10
}

const { compareLedgers } = await import('./ledgers.mjs')
const { openWorld } = await import('./world.mjs')

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '5' },
    minutes: { type: 'string', default: '10' },
    workers: { type: 'string', default: '0' },
    pages: { type: 'string', default: '20' },
    slots: { type: 'string' },
    seed: { type: 'string', default: '1' },
    drive: { type: 'string', default: 'http' },
    outage: { type: 'string' },
    'kill-every': { type: 'string' },
    'time-scale': { type: 'string', default: '1' },
    out: { type: 'string' },
  },
})
const [rate, minutes, seed, timeScale] = [values.rate, values.minutes, values.seed, values['time-scale']].map(Number)
const MINUTE_MS = 60_000
const WARM_MS = 5_000
const SETTLES_WITHIN_MS = 10 * MINUTE_MS
const SOON_MS = 30_000
/** Half of the order calls answer within this time, and one in twenty after four times as long. */
const MEDIAN_MS = 500
const SPREAD = Math.log(4) / 1.645

const began = Date.now()
const say = (text) => console.log(`[${((Date.now() - began) / 1_000).toFixed(0)} s] ${text}`)
const deaths = []
const world = await openWorld({
  drive: values.drive,
  timeScale,
  workers: Number(values.workers),
  say,
  onDeath: (death) => deaths.push(death),
  isCuttable: values.outage !== undefined,
  isSupervised: values['kill-every'] !== undefined,
})
try {
  const result = await run()
  console.log(JSON.stringify(result, null, 2))
  if (values.out) fs.appendFileSync(values.out, `${JSON.stringify(result)}\n`)
  process.exitCode = result.isGood ? 0 : 1
} finally {
  await world.close()
}
process.exit()

async function run() {
  const plans = await choosePlans(world.database, seed)
  const count = Math.round(rate * minutes * 60)
  await slowOrders(count + 100)
  if (values.slots) await setSlots(Number(values.slots))
  const isRead = values.drive === 'http' && Number(values.pages) > 0
  const pages = isRead ? await readPages({ world, perSecond: Number(values.pages) }) : null
  pages?.mark('alone')
  await sleep(WARM_MS * 2)
  pages?.mark('selling')
  say(`${count} buyers at ${rate} per second`)
  const outage = values.outage ? breakProvider({ pages, atMs: (minutes * MINUTE_MS) / 3 }) : null
  const inputs = Array.from({ length: count }, (_, n) => ({
    ...inputOf({ seed, n: n + 1, plans }),
    pays: 'success',
    givesBack: 'nothing',
  }))
  const memory = watchMemory()
  const killer = values['kill-every'] ? killWeb(Number(values['kill-every']) * 1_000) : null
  const visits = await sendBuyers({ world, inputs, rate, max: 400, say })
  const sold = Date.now()
  const grown = memory.stop()
  const kills = await killer?.stop()
  const broken = await outage
  const open = await settle({ world, timeScale: Math.max(timeScale, 240), withinMs: SETTLES_WITHIN_MS, say })
  const read = await pages?.stop()
  const books = await compareLedgers({ world, visits })
  const took = await fromPaidToDelivered(visits)
  const turnedAway = visits.filter((visit) => visit.turnedAway).length

  return {
    isGood: books.misses.length === 0 && open.length === 0 && deaths.length === 0,
    settings: {
      rate,
      minutes,
      seed,
      timeScale,
      workers: Number(values.workers),
      slots: values.slots ? Number(values.slots) : null,
      drive: values.drive,
    },
    ordersPerSecond: Math.round((10 * visits.length) / ((sold - began - WARM_MS * 2) / 1_000)) / 10,
    paidToDeliveredMs: { p50: quantile(took, 0.5), p95: quantile(took, 0.95), p99: quantile(took, 0.99) },
    ...books,
    turnedAway,
    answers: Object.fromEntries(world.answers),
    grown,
    ...(killer ? { kills, ...orderedSoon(visits) } : {}),
    ...(broken ? { outage: broken } : {}),
    ...(read ? { catalogue: read } : {}),
    open,
    deaths,
    tookMs: Date.now() - began,
  }
}

/** Each order call answers after a time of its own, by the seed. */
async function slowOrders(count) {
  const row = randomRow(seed, 'upstream')
  for (let n = 0; n < count; n++) {
    const normal = Math.sqrt(-2 * Math.log(1 - row.next())) * Math.cos(2 * Math.PI * row.next())
    const ms = Math.round(Math.min(8_000, MEDIAN_MS * Math.exp(SPREAD * normal)))
    await world.upstream.post('faults', { path: 'addEsimOrder', when: 'after', kind: 'delay', ms })
  }
}

/** How many order calls may be under way at once, as the owner sets it in the back office. */
async function setSlots(count) {
  await world.database.ask(
    `INSERT INTO "Setting" ("key", "value", "updatedBy", "updatedAt")
     VALUES ('orders.inFlight', to_jsonb($1::int), 'load', clock_timestamp())`,
    [count],
  )
}

/** Kills the web process every so often, whatever it does; answers the kills. */
function killWeb(everyMs) {
  const stopping = new AbortController()
  let count = 0
  const loop = (async () => {
    while (!stopping.signal.aborted) {
      await sleep(everyMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted || !world.web.pid) continue
      process.kill(world.web.pid, 'SIGKILL')
      count += 1
    }
  })()

  return {
    stop: async () => {
      stopping.abort()
      await loop

      return count
    },
  }
}

/** How many buyers had their order within half a minute of coming, and how long they took. */
function orderedSoon(visits) {
  const took = visits.flatMap(({ orderedMs }) => (orderedMs === undefined ? [] : [orderedMs]))

  return {
    orderedWithin30s: took.filter((ms) => ms <= SOON_MS).length,
    orderedMs: { p50: quantile(took, 0.5), p90: quantile(took, 0.9), p99: quantile(took, 0.99) },
  }
}

/** Takes the provider away for a while; answers how the store bore it. */
async function breakProvider({ pages, atMs }) {
  const lastsMs = (Number(values.outage) * MINUTE_MS) / timeScale
  await sleep(atMs)
  pages?.mark('outage')
  say(`the upstream goes away for ${lastsMs / 1_000} s`)
  const since = Date.now()
  world.proxies.upstream.block()
  const opened = await untilBreaker('open', since + lastsMs)
  await sleep(Math.max(0, since + lastsMs - Date.now()))
  const tries = world.proxies.upstream.tries.filter((at) => opened !== null && at > opened + 2_000)
  world.proxies.upstream.unblock()
  const back = Date.now()
  pages?.mark('after')
  const closed = await untilBreaker('closed', back + SETTLES_WITHIN_MS)
  await untilPaidAreDone(back + SETTLES_WITHIN_MS)

  return {
    lastedMs: lastsMs,
    breakerOpenAfterMs: opened === null ? null : opened - since,
    triesWhileOpen: tries.length,
    longestAllowedPauseMs: 30_000 / timeScale,
    breakerClosedAfterMs: closed === null ? null : closed - back,
    allPaidDoneAfterMs: Date.now() - back,
  }
}

async function untilBreaker(state, until) {
  while (Date.now() < until) {
    const rows = await world.database.ask(`SELECT "key" FROM "Breaker" WHERE "state" = 'open'`)
    if (rows.length > 0 === (state === 'open')) return Date.now()
    await sleep(100)
  }

  return null
}

/** Until every order that was paid before now has ended. */
async function untilPaidAreDone(until) {
  const [{ now }] = await world.database.ask('SELECT clock_timestamp() AS "now"')
  while (Date.now() < until) {
    const [{ open }] = await world.database.ask(
      `SELECT count(*)::int AS "open" FROM "Line" WHERE "readyAt" < $1
         AND "state" NOT IN ('DELIVERED', 'REFUNDED', 'CANCELLED', 'HELD')`,
      [now],
    )
    if (open === 0) return
    await sleep(200)
  }
}

async function fromPaidToDelivered(visits) {
  const rows = await world.database.ask('SELECT "orderId", "deliveredAt" FROM "Line" WHERE "deliveredAt" IS NOT NULL')
  const at = new Map(rows.map(({ orderId, deliveredAt }) => [orderId, deliveredAt.getTime()]))

  return visits.flatMap(({ orderId, paidAt }) => (paidAt && at.has(orderId) ? [at.get(orderId) - paidAt] : []))
}

/** The memory of the web process, in megabytes, through the run: how it grew in its second half. */
function watchMemory() {
  const samples = []
  const timer = setInterval(() => {
    const pid = world.web.pid
    const status = pid ? fs.readFileSync(`/proc/${pid}/status`, 'utf8') : ''
    const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0)
    if (kilobytes > 0) samples.push(kilobytes / 1_024)
  }, 1_000)
  timer.unref()

  return {
    stop: () => {
      clearInterval(timer)
      const half = samples.slice(Math.floor(samples.length / 2))
      const tenth = Math.max(1, Math.floor(half.length / 10))
      const mean = (list) => list.reduce((sum, value) => sum + value, 0) / Math.max(1, list.length)

      return { firstMb: Math.round(mean(half.slice(0, tenth))), lastMb: Math.round(mean(half.slice(-tenth))) }
    },
  }
}
