import { sendBuyers } from './buyers.mjs'
import { startHarm } from './harm.mjs'
import { choosePlans, inputOf } from './inputs.mjs'
import { compareLedgers } from './ledgers.mjs'
import { watchRecovery } from './recovery.mjs'
import { quantile } from './report.mjs'
import { settle } from './settle.mjs'
import { openWorld } from './world.mjs'

const MOST_BUYERS = 40
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
    const inputs = Array.from({ length: orders }, (_, n) => inputOf({ seed, n: n + 1, plans, returns }))
    say(`${orders} buyers at ${rate} per second, seed ${seed}`)
    const visits = await sendBuyers({ world, inputs, rate, most: MOST_BUYERS, say })
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

/** One calm order first: without it nobody knows whether references can be looked up at this upstream. */
export async function prove(world, { seed, plans, say }) {
  const input = {
    ...inputOf({ seed, n: 0, plans }),
    pays: 'success',
    isDouble: false,
    comesBack: true,
    givesBack: 'nothing',
  }
  const [visit] = await sendBuyers({ world, inputs: [input], rate: 10, most: 1, say })
  if (!visit?.paidAt) throw new Error(`The first order failed: ${visit?.turnedAway ?? 'not paid'}`)
  for (let tries = 0; tries < 240; tries++) {
    const [line] = await world.database.ask(`SELECT "state"::text AS "state" FROM "Line" WHERE "orderId" = $1`, [
      visit.orderId,
    ])
    const [proof] = await world.database.ask(
      `SELECT 1 FROM "Capability" WHERE "key" = 'lookup.reference' AND "value" = 'yes'`,
    )
    if (line?.state === 'DELIVERED' && proof) return
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
