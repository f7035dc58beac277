// `npm run bench:memory` (after `npm run build`): the memory of the web process over mixed requests and changes of the
// catalogue, beside the framework alone in the same run. See docs/performance.md.
import './check-node.mjs'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { residentMib } from './bench/export.mjs'
import { BARE_MIX, filesOf, mixedRequests, STORE_MIX } from './bench/mixed-requests.mjs'
import { table } from './bench/table.mjs'
import { freePort } from './free-port.mjs'
import { requireBuild } from './store/build.mjs'
import { runCommand, StartError } from './store/fail.mjs'

const { startBareApp } = await import('./bench/bare-app.mjs')
const { openStore, ROOT } = await import('./store/supervisor.mjs')
const { runVerb } = await import('./store/verb.mjs')
const { distDir, startWeb, startWorker } = await import('./store/web.mjs')

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '10000' },
    changes: { type: 'string', default: '5' },
    // What a process needs first is no growth.
    'slope-after': { type: 'string', default: '4000' },
    // Ends early, on a slow machine, and says how far it came.
    minutes: { type: 'string', default: '60' },
    out: { type: 'string' },
  },
})
const [requests, changes, slopeAfter] = [values.requests, values.changes, values['slope-after']].map(Number)
const until = Date.now() + Number(values.minutes) * 60_000
const STEP = 250
// What was needed for starting is given back half a minute later.
const IDLE_MS = 45_000
const CHANGE_WITHIN_MS = 120_000

await runCommand(async () => {
  requireBuild({ root: ROOT, distDir: distDir() })
  const directory = path.join(ROOT, 'test-results', 'bench-memory')
  fs.rmSync(path.join(directory, 'data'), { recursive: true, force: true })
  const bare = await startBareApp(path.join(directory, 'bare'))
  let store
  try {
    Object.assign(process.env, {
      ENV_FILE: 'off',
      DATA_DIR: path.join(directory, 'data'),
      PORT: String(await freePort()),
      PUBLIC_URL: '',
      TRUST_PROXY: 'yes',
      LOG_LEVEL: 'warn',
    })
    store = await openStore({ isQuiet: true })
    const { code } = await runVerb('catalog-sync', [], { env: store.env, isQuiet: true, collect: true })
    if (code !== 0) throw new StartError('The catalogue could not be read.')
    await startWeb(store)
    report(await measure({ bare, store }))
  } finally {
    await bare.stop()
    await store?.stop()
  }
  process.exit()
})

async function measure({ bare, store }) {
  const url = store.settings.publicUrl
  const web = store.running.find(({ name }) => name === 'the web process')
  const database = new pg.Pool({ connectionString: store.env.DATABASE_URL, max: 1 })
  const ask = async (sql) => (await database.query(sql)).rows
  const slugs = (await ask('SELECT "slug" AS "it" FROM "Sku" WHERE "vanishedAt" IS NULL ORDER BY 1')).map(toIt)
  const plans = (await ask('SELECT "id" AS "it" FROM "Plan" ORDER BY md5("id") LIMIT 120')).map(toIt)
  const facts = { slugs, plans, files: await filesOf(`${url}/destinations/${slugs[0]}`) }
  const idle = await measureIdle({ bare, store, web })

  const bareRun = await drive({
    url: bare.url,
    pid: bare.pid,
    mix: BARE_MIX,
    facts: { files: await filesOf(bare.url) },
  })
  const changeAt = new Set(
    Array.from({ length: changes }, (_, n) => Math.round(((n + 1) * requests) / (changes + 1) / STEP) * STEP),
  )
  const change = async (n, meanwhile) => changeCatalogue({ ask, env: store.env, n, meanwhile })
  const storeRun = await drive({ url, pid: web.pid, mix: STORE_MIX, facts, changeAt, change })
  const pagesMib = await readPagesMib(url)
  await database.end()

  return { idle, destinations: slugs.length, bare: bareRun, store: storeRun, pagesMib }
}

/** What each takes when nothing is asked of it. The worker ends then: what it would do is left to the web process. */
async function measureIdle({ bare, store, web }) {
  startWorker(store)
  const worker = store.running.find(({ name }) => name === 'the worker')
  await sleep(IDLE_MS)
  const idle = { bare: residentMib(bare.pid), store: residentMib(web.pid), worker: residentMib(worker.pid) }
  await worker.stop()

  return idle
}

/** What finished pages take of the process, as it says itself. */
async function readPagesMib(url) {
  const text = await (await fetch(`${url}/api/metrics`)).text()

  return Number(/^landfall_page_cache_bytes (\S+)$/m.exec(text)?.[1] ?? Number.NaN) / 2 ** 20
}

/** Sends the requests in steps and reads the memory after each. `change` is told how to go on asking until it is done. */
async function drive({ url, pid, mix, facts, changeAt = new Set(), change }) {
  const visitors = mixedRequests({ url, mix, facts })
  const series = [[0, residentMib(pid)]]
  let done = 0
  let changed = 0
  const step = async () => {
    await visitors.run(STEP)
    done += STEP
    series.push([done, residentMib(pid)])
  }
  const began = Date.now()
  while (done < requests && Date.now() < until) {
    await step()
    if (!changeAt.has(done)) continue
    changed += 1
    await change(changed, () => sleep(200))
  }
  visitors.close()

  return { series, changed, seconds: Math.round((Date.now() - began) / 1000), statuses: visitors.statuses }
}

/** The provider raises a price, and the store's own worker reads the whole catalogue again. */
async function changeCatalogue({ ask, env, n, meanwhile }) {
  const [{ it: before }] = await ask('SELECT "version" AS "it" FROM "CatalogState" WHERE "id" = 1')
  const [plan] = await ask('SELECT "code" AS "it" FROM "Plan" WHERE "code" IS NOT NULL ORDER BY 1 LIMIT 1')
  const answer = await fetch(`${env.RESELLER_API_URL}/_control/price`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ apiCode: plan.it, price: 20 + n }),
  })
  if (!answer.ok) throw new StartError(`The sandbox did not take the price: ${await answer.text()}`)
  const boss = new PgBoss({
    connectionString: env.DATABASE_URL,
    max: 1,
    migrate: false,
    supervise: false,
    schedule: false,
  })
  await boss.start()
  await boss.send('sync-catalog', {})
  await boss.stop({ graceful: false })
  const until = Date.now() + CHANGE_WITHIN_MS
  for (;;) {
    const [{ it: now }] = await ask('SELECT "version" AS "it" FROM "CatalogState" WHERE "id" = 1')
    const [{ it: open }] = await ask(`SELECT count(*)::int AS "it" FROM "SyncRun" WHERE "state" = 'running'`)
    if (now > before && open === 0) return
    if (Date.now() > until) throw new StartError('The catalogue did not change in time.')
    await meanwhile()
  }
}

function report({ idle, destinations, bare, store, pagesMib }) {
  if (values.out) fs.writeFileSync(values.out, JSON.stringify({ idle, bare, store, pagesMib }))
  const last = (run) => run.series.at(-1)[1]
  const max = (run) => Math.max(...run.series.map(([, mib]) => mib))
  const row = (name, run, at) => [
    name,
    at,
    run.series[0][1],
    max(run),
    last(run),
    slopeOf(run.series).toFixed(2),
    run.seconds,
  ]
  console.log(
    `${requests} requests, ${store.changed} changes of a catalogue of ${destinations} destinations, load ${os.loadavg()[0].toFixed(1)}\n`,
  )
  console.log(
    table(
      ['Memory, MiB', 'idle', 'before', 'most', 'after', 'KiB per request', 'seconds'],
      [
        row('bare app', bare, idle.bare),
        row('web process', store, idle.store),
        ['worker', idle.worker, '', '', '', '', ''],
      ],
    ),
  )
  const ratio = (mib) => (mib / last(bare)).toFixed(2)
  console.log(
    `\nweb process / bare app: ${ratio(last(store))}; without its ${pagesMib.toFixed(1)} MiB of pages: ${ratio(last(store) - pagesMib)}`,
  )
  console.log(`answers: ${JSON.stringify(store.statuses)}, bare ${JSON.stringify(bare.statuses)}`)
  console.log(`series of the web process: ${store.series.map(([n, mib]) => `${n}:${mib}`).join(' ')}`)
  console.log(`series of the bare app: ${bare.series.map(([n, mib]) => `${n}:${mib}`).join(' ')}`)
}

/** KiB that one more request costs: the item through all readings after the first ones (least squares). */
function slopeOf(series) {
  const points = series.filter(([n]) => n >= slopeAfter)
  const mean = (list) => list.reduce((sum, value) => sum + value, 0) / list.length
  const [x, y] = [mean(points.map(([n]) => n)), mean(points.map(([, mib]) => mib))]
  const up = points.reduce((sum, [n, mib]) => sum + (n - x) * (mib - y), 0)
  const across = points.reduce((sum, [n]) => sum + (n - x) ** 2, 0)

  return (up / across) * 1024
}

function toIt({ it }) {
  return it
}
