import { setTimeout as sleep } from 'node:timers/promises'
import { randomRow } from './random.mjs'

const LONGEST_WAIT_MS = 60_000

/** What can go wrong, with weights. Each answers what happened, or `null` when there was nothing to harm just then. */
const HARMS = {
  'SIGKILL worker': [50, ({ world, row, killAtWork }) => killAtWork(row.pick(world.workers), row.between(100, 2_000))],
  'SIGKILL web': [12, ({ world, row, killAtWork }) => killAtWork(world.web, row.between(100, 2_000))],
  'SIGSTOP worker': [8, ({ world, row, later }) => later(row.pick(world.workers).freeze(row.between(7_000, 14_000)))],
  'SIGSTOP web': [3, ({ world, row, later }) => later(world.web.freeze(row.between(1_000, 9_000)))],
  'database stopped at once': [1.5, ({ world }) => world.database.strike('SIGQUIT')],
  'database killed': [0.5, ({ world }) => world.database.strike('SIGKILL')],
  'database connections cut': [4, ({ world }) => world.lines.database.cut()],
  'upstream connections cut': [5, ({ world }) => world.lines.upstream.cut()],
  'payment connections cut': [5, ({ world }) => world.lines.payments.cut()],
  'payment call disturbed': [6, ({ world, row }) => world.payments.post('faults', paymentFault(row))],
  'payment events disturbed': [5, ({ world, row }) => world.payments.post('webhooks', courierFault(row))],
}

/**
 * Harms the world every `everyMs` on average until `stop`: what, whom and how long the pauses are follows from the seed.
 *
 * `recovery` hears of every process that was killed.
 */
export function startHarm({ world, seed, everyMs, recovery }) {
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
  while (goesOn() && !(await holdsWork(world, target.pid))) await sleep(100)
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

async function holdsWork(world, pid) {
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
