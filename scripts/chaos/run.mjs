import { setTimeout as sleep } from 'node:timers/promises'
import { sendBuyers } from './buyers.mjs'
import { choosePlans, inputOf, openCurrencies, randomRow } from './inputs.mjs'
import { compareLedgers } from './ledgers.mjs'
import { quantile } from './report.mjs'
import { settle } from './settle.mjs'
import { openWorld } from './world.mjs'

const MAX_BUYERS = 40
const SETTLES_WITHIN_MS = 15 * 60_000
const TEN_MINUTES_MS = 600_000
const SILENCE_MS = 1_500
const DELAY_SCALE = 0.2

/** One run from an empty folder to the compared books. Deterministic in what it chooses, by `seed`; not in time. */
export async function runChaos(run) {
  const { orders, seed, drive, rate, workers, harmEveryMs, timeScale, returns, keeps, say: tell } = run
  const began = Date.now()
  const say = (text) => tell(`[${((Date.now() - began) / 1_000).toFixed(0)} s] ${text}`)
  const deaths = []
  const world = await openWorld({
    drive,
    timeScale,
    workers,
    say,
    onDeath: (death) => deaths.push(death),
  })
  const stopOnSignal = () => void world.close().then(() => process.exit(130))
  process.once('SIGINT', stopOnSignal)
  process.once('SIGTERM', stopOnSignal)
  try {
    const plans = await choosePlans(world.database, seed)
    await prove(world, { seed, plans, say })
    await world.upstream.post('mix', {
      seed,
      delayScale: DELAY_SCALE,
      silenceMs: SILENCE_MS,
      invisibleMs: Math.round(TEN_MINUTES_MS / timeScale),
      cancellations: true,
    })
    // The specification does not say which of both a provider does.
    const listKeeps = seed % 2 === 1
    await world.upstream.post('account', {
      listKeepsCancelled: listKeeps,
      // Where cancellations are what is counted, only the mix refuses them.
      ...(returns !== null && { applyCancelRules: false }),
    })
    const recovery = watchRecovery(world.database)
    const harm = startHarm({ world, seed, everyMs: harmEveryMs, recovery })
    const currencies = await openCurrencies(world.database)
    const inputs = Array.from({ length: orders }, (_, n) => inputOf({ seed, n: n + 1, plans, returns, currencies }))
    say(`${orders} buyers at ${rate} per second, seed ${seed}`)
    const visits = await sendBuyers({ world, inputs, rate, max: MAX_BUYERS, say })
    await harm.stop()
    say('the harm is over; waiting for every timer')
    const open = await settle({ world, timeScale, withinMs: SETTLES_WITHIN_MS, say })
    const { took } = await recovery.stop()
    const books = await compareLedgers({ world, visits })
    const delivered = await deliveryTimes(world)

    return finish({
      seed,
      listKeeps,
      drive,
      rate,
      workers,
      timeScale,
      deaths,
      open,
      took,
      books,
      delivered,
      visits,
      harm,
      began,
    })
  } finally {
    await world.close({ keepsFiles: keeps })
    if (keeps) say(`kept in ${world.directory}`)
    process.off('SIGINT', stopOnSignal)
    process.off('SIGTERM', stopOnSignal)
  }
}

/** One calm order first: without it nobody knows whether references can be looked up at this provider. */
export async function prove(world, { seed, plans, say }) {
  const input = {
    ...inputOf({ seed, n: 0, plans }),
    pays: 'success',
    isDouble: false,
    comesBack: true,
    givesBack: 'nothing',
  }
  const [visit] = await sendBuyers({ world, inputs: [input], rate: 10, max: 1, say })
  if (!visit?.paidAt) throw new Error(`The first order failed: ${visit?.turnedAway ?? 'not paid'}`)
  for (let tries = 0; tries < 240; tries++) {
    const [item] = await world.database.ask(`SELECT "state"::text AS "state" FROM "Line" WHERE "orderId" = $1`, [
      visit.orderId,
    ])
    const [proof] = await world.database.ask(
      `SELECT 1 FROM "Capability" WHERE "key" = 'lookup.reference' AND "value" = 'yes'`,
    )
    if (item?.state === 'DELIVERED' && proof) return
    await new Promise((resolve) => setTimeout(resolve, 250))
  }

  throw new Error('The first order was not delivered.')
}

async function deliveryTimes(world) {
  const rows = await world.database.ask(
    `SELECT extract(epoch FROM "deliveredAt" - "readyAt") * 1000 AS "ms" FROM "Line" WHERE "deliveredAt" IS NOT NULL`,
  )

  return rows.map(({ ms }) => Number(ms))
}

function finish({ took, books, delivered, visits, harm, began, ...rest }) {
  const { misses } = books
  const of = (kind) => misses.filter((entry) => entry.kind === kind).length
  const turnedAway = visits.filter((visit) => visit.turnedAway)
  // Without its database a worker does not start; whoever watches over it tries again. Once it runs, it stays.
  const [failedStarts, deaths] = [true, false].map((isStart) =>
    rest.deaths.filter(({ said }) => said.includes('startRunner') === isStart),
  )
  const isGood = misses.length === 0 && rest.open.length === 0 && deaths.length === 0

  return {
    ...rest,
    ...books,
    isGood,
    deaths,
    failedStarts: failedStarts.length,
    lost: of('lost'),
    duplicates: of('duplicate'),
    turnedAway: turnedAway.length,
    harm: harm.counts,
    kills: harm.counts['SIGKILL worker'] + harm.counts['SIGKILL web'],
    resumed: took.length,
    resumedP50Ms: quantile(took, 0.5),
    resumedP95Ms: quantile(took, 0.95),
    deliveredP50Ms: quantile(delivered, 0.5),
    deliveredP95Ms: quantile(delivered, 0.95),
    tookMs: Date.now() - began,
  }
}

const TABLES = ['Line', 'Payment', 'Refund', 'CancelAttempt', 'Outbox']
const LEASES = TABLES.map(
  (table) => `SELECT '${table}' AS "table", "id", "epoch" FROM "${table}"
              WHERE "leaseOwner" LIKE $1 AND "leaseUntil" > clock_timestamp()`,
).join(' UNION ALL ')

/** Measures how long the rows of a killed process lie before another takes them: from the kill to the next claim. */
function watchRecovery(database) {
  const waiting = []
  const took = []
  let isStopped = false
  const loop = (async () => {
    while (!isStopped) {
      await sleep(200)
      await check()
    }
  })()

  async function check() {
    if (waiting.length === 0) return
    const ids = waiting.map(({ id }) => id)
    const epochs = TABLES.map((table) => `SELECT "id", "epoch" FROM "${table}" WHERE "id" = ANY($1)`).join(
      ' UNION ALL ',
    )
    const rows = await database.askOnce(epochs, [ids])
    const now = new Map((rows ?? []).map(({ id, epoch }) => [id, epoch]))
    for (const entry of [...waiting]) {
      if (!now.has(entry.id) || now.get(entry.id) === entry.epoch) continue
      took.push(Date.now() - entry.at)
      waiting.splice(waiting.indexOf(entry), 1)
    }
  }

  return {
    took,
    noteKill: async (pid) => {
      const at = Date.now()
      const rows = await database.askOnce(LEASES, [`worker:${pid}:%`])
      waiting.push(...(rows ?? []).map(({ id, epoch }) => ({ id, epoch, at })))
    },
    stop: async () => {
      isStopped = true
      await loop
      await check()

      return { took, open: waiting.length }
    },
  }
}

const LONGEST_WAIT_MS = 60_000

/** What can go wrong, with weights. Each answers what happened, or `null` when there was nothing to harm just then. */
const HARMS = {
  'SIGKILL worker': [50, ({ world, row, killAtWork }) => killAtWork(row.pick(world.workers), row.between(100, 2_000))],
  'SIGKILL web': [12, ({ world, row, killAtWork }) => killAtWork(world.web, row.between(100, 2_000))],
  'SIGSTOP worker': [8, ({ world, row, later }) => later(row.pick(world.workers).freeze(row.between(7_000, 14_000)))],
  'SIGSTOP web': [3, ({ world, row, later }) => later(world.web.freeze(row.between(1_000, 9_000)))],
  'database stopped at once': [1.5, ({ world }) => world.database.strike('SIGQUIT')],
  'database killed': [0.5, ({ world }) => world.database.strike('SIGKILL')],
  'database connections cut': [4, ({ world }) => world.proxies.database.cut()],
  'upstream connections cut': [5, ({ world }) => world.proxies.upstream.cut()],
  'payment connections cut': [5, ({ world }) => world.proxies.payments.cut()],
  'payment call disturbed': [6, ({ world, row }) => world.payments.post('faults', paymentFault(row))],
  'payment events disturbed': [5, ({ world, row }) => world.payments.post('webhooks', courierFault(row))],
}

/**
 * Harms the world every `everyMs` on average until `stop`: what, whom and how long the pauses are follows from the seed.
 *
 * `recovery` hears of every process that was killed.
 */
function startHarm({ world, seed, everyMs, recovery }) {
  const row = randomRow(seed, 'harm')
  const counts = Object.fromEntries(Object.keys(HARMS).map((name) => [name, 0]))
  const pairs = Object.entries(HARMS).map(([name, [weight]]) => [weight, name])
  const open = new Set()
  const later = (promise) => {
    open.add(promise)
    void promise.finally(() => open.delete(promise))

    return true
  }
  const end = new AbortController()
  const noteHarm = (name) => {
    counts[name] += 1
  }
  const marked = new Set()
  const killAtWork = (target, afterMs) => {
    if (marked.has(target)) return null
    marked.add(target)
    const name = target === world.web ? 'SIGKILL web' : 'SIGKILL worker'
    const done = kill(target, { world, afterMs, recovery, signal: end.signal }).finally(() => marked.delete(target))
    later(done.then((isKilled) => isKilled && noteHarm(name)))

    return null
  }
  const loop = (async () => {
    for (;;) {
      await sleep(-Math.log(1 - row.next()) * everyMs, undefined, { signal: end.signal }).catch(() => {})
      if (end.signal.aborted) break
      const name = row.weighted(pairs)
      const done = await Promise.resolve(HARMS[name][1]({ world, row, killAtWork, later })).catch(() => null)
      if (done !== null) noteHarm(name)
    }
  })()

  return {
    counts,
    /** Stops, and repairs what stays broken by itself: the events of the payment provider. */
    stop: async () => {
      end.abort()
      await loop
      await Promise.all(open)
      await world.payments.post('faults/clear')
    },
  }
}

/**
 * Kills a process a moment after it has taken work: whoever dies before has nothing to lose. It lives at least twice as
 * long as it took to start, so that on any machine more is done than undone.
 */
async function kill(target, { world, afterMs, recovery, signal }) {
  const until = Date.now() + LONGEST_WAIT_MS
  const goesOn = () => Date.now() < until && !signal.aborted
  for (let isUp = await beats(world, target.pid); goesOn() && !isUp; isUp = await beats(world, target.pid)) {
    await sleep(100)
    target.noteBoot(target.upMs)
  }
  while (goesOn() && target.upMs < 3 * target.bootMs) await sleep(100)
  while (goesOn() && !(await hasLease(world, target.pid))) await sleep(100)
  await sleep(afterMs)
  const pid = target.kill()
  if (pid) await recovery.noteKill(pid)

  return pid !== null
}

/** Whether the process has started its worker. */
async function beats(world, pid) {
  const rows = await world.database.askOnce(`SELECT 1 FROM "Heartbeat" WHERE "id" LIKE $1 LIMIT 1`, [`runner:${pid}:%`])

  return rows !== null && rows.length > 0
}

async function hasLease(world, pid) {
  const owner = `worker:${pid}:%`
  const rows = await world.database.askOnce(
    ['Line', 'Payment', 'CancelAttempt']
      .map((table) => `SELECT 1 FROM "${table}" WHERE "leaseOwner" LIKE $1`)
      .join(' UNION ALL '),
    [owner],
  )

  return rows !== null && rows.length > 0
}

function paymentFault(row) {
  const endpoint = row.pick([
    'session.create',
    'session.read',
    'payment.read',
    'payment.capture',
    'payment.void',
    'refund.create',
  ])
  const kind = row.pick(['reset', 'status', 'delay'])

  return { endpoint, when: row.pick(['before', 'after']), kind, times: 1 + row.below(3), delayMs: 1_500 }
}

/** How events come from now on: as they should, not at all, several times over, late, or in another order. */
function courierFault(row) {
  return row.pick([{}, {}, { drop: true }, { copies: 5 }, { delayMs: 4_000 }, { copies: 3, shuffleMs: 2_000 }])
}
