// `npm run bench:admin`: how the back office does on a store that was filled with `npm run seed`, as tables.
// Needs `npm run build`, a Chromium, and DATA_DIR of the filled store; nothing else may run on that directory.
import './check-node.mjs'
import path from 'node:path'
import { firstScripts, pressToRows, signIn } from './bench/browser.mjs'
import { takeExport } from './bench/export.mjs'
import { adminPages, shopWhile, timePages } from './bench/pages.mjs'
import { table } from './bench/table.mjs'
import { requireBuild } from './store/build.mjs'
import { runToEnd } from './store/child.mjs'
import { runCommand, StartError } from './store/fail.mjs'

const { openStore, ROOT } = await import('./store/supervisor.mjs')
const { runVerb } = await import('./store/verb.mjs')
const { distDir, startWeb } = await import('./store/web.mjs')

const EXPORTS = {
  'sold lines of a year': '/api/admin/export/finance?what=lines&from=2025-11-22&to=2026-11-22',
  orders: '/api/admin/export/orders?tab=all',
}

await runCommand(async () => {
  requireBuild({ root: ROOT, distDir: distDir() })
  const store = await openStore({ isQuiet: true })
  try {
    const { counted, kept, rows, keys } = await reads(store.env)
    console.log(`${counted.map(({ name, rows: n }) => `${name} ${Math.round(n)}`).join(', ')}\n`)
    console.log(`${kept.days} days added up in ${kept.seconds} s\n`)
    // Said at once: what follows may be cut short.
    console.log(`${readsTable(rows, {})}\n`)
    await startWeb(store)
    const url = store.settings.publicUrl
    const { text: link } = await runVerb('admin-create', ['--quiet'], { env: store.env, collect: true })
    const signed = await signIn(link.trim().split('\n').at(-1))
    const ttfb = await timePages({ url, cookie: signed.cookie, pages: adminPages(keys) })
    console.log(readsTable(rows, ttfb))
    await others({ url, ...signed, store })
    await signed.close()
  } finally {
    await store.stop()
  }
})

async function reads(env) {
  const { code, text } = await runToEnd({
    program: path.join(ROOT, 'scripts/bench/reads.ts'),
    flags: ['--conditions=react-server'],
    cwd: ROOT,
    env: { ...env, NODE_ENV: 'production', WORKER: 'off', LOG_LEVEL: 'silent' },
    collect: true,
  })
  if (code !== 0) throw new StartError('The reads could not be measured.')

  return JSON.parse(text)
}

function readsTable(rows, ttfb) {
  const medians = new Map(rows.map(({ name, orm }) => [name, orm[0]]))
  const cells = rows.map(({ name, sql, orm, cpu, faults, firstPage }) => [
    ...[name, sql.join(' / '), orm.join(' / '), cpu, (ttfb[name] ?? []).join(' / ')],
    ...[firstPage ? (orm[0] / (medians.get(firstPage) || 1)).toFixed(1) : '', faults.join(', ')],
  ])
  const only = Object.entries(ttfb).filter(([name]) => !medians.has(name))

  return table(
    [
      'p50 / p95, ms',
      'slowest statement, in the server',
      'through the ORM',
      'CPU',
      'first byte',
      'of first page',
      'counts, skips',
    ],
    [...cells, ...only.map(([name, took]) => [name, '', '', '', took.join(' / '), '', ''])],
  )
}

async function others({ url, cookie, context, page, store }) {
  const web = store.running.find(({ name }) => name === 'the web process')
  console.log(`\nscripts of the order list ${await firstScripts(context, `${url}/admin/orders`)} KB gzip`)
  const pressed = await pressToRows(page, `${url}/admin/orders`)
  console.log(`press on a tab until its rows are painted ${pressed.join(' / ')} ms`)
  const { p99: calm } = await shopWhile(url, () => new Promise((resolve) => setTimeout(resolve, 10_000)))
  for (const [name, address] of Object.entries(EXPORTS)) {
    const taken = await shopWhile(url, () => takeExport({ url, cookie, pid: web.pid, path: address }))
    const { status, rows, bytes, seconds, before, extra } = taken.result
    const size = `${rows} rows, ${Math.round(bytes / 1e6)} MB, ${seconds.toFixed(0)} s`
    console.log(`export of ${name} (${status}): ${size}, ${before} + ${extra} MiB, p99 ${calm} -> ${taken.p99} ms`)
  }
}
