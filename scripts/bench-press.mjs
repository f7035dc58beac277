// `npm run bench:press`: milliseconds that a buyer's phone waits from the finger on a link to the next page, beside the
// framework alone, and from a key to the list below a search. The shop must have been built. See docs/performance.md.
import './check-node.mjs'
import fs from 'node:fs'
import path from 'node:path'
import { measureKey, measurePress, openBrowser } from './bench/press.mjs'
import { table } from './bench/table.mjs'
import { freePort } from './free-port.mjs'
import { requireBuild } from './store/build.mjs'
import { runCommand, StartError } from './store/fail.mjs'

const { startBareApp } = await import('./bench/bare-app.mjs')
const { openStore, ROOT } = await import('./store/supervisor.mjs')
const { runVerb } = await import('./store/verb.mjs')
const { distDir, startWeb } = await import('./store/web.mjs')

const JAPAN = 'a[href="/destinations/japan"]'
const SHOP = {
  'front page to destination': { from: '/', link: `main ${JAPAN}`, heading: 'Japan' },
  'list to destination': { from: '/destinations', link: JAPAN, heading: 'Japan' },
  'destination to plan': { from: '/destinations/japan', link: '.plan-row a', heading: 'GB' },
}
const SEARCHES = {
  'list, first letter': { from: '/destinations', field: '.board-find input', list: '.rows:not([hidden] *)', key: 'j' },
  'list, first letter that most names have': {
    from: '/destinations',
    field: '.board-find input',
    list: '.rows:not([hidden] *)',
    key: 'a',
  },
  'list, letter taken back': {
    from: '/destinations',
    field: '.board-find input',
    list: '.rows:not([hidden] *)',
    typed: 'j',
    key: 'Backspace',
  },
  'front page, first letter': { from: '/', field: '#where', list: '.hits', key: 'j' },
}
const BARE = { 'bare page to bare page': { from: '/', link: 'a', heading: 'Second' } }
const PHONES = {
  slow: { isSlow: true },
  'slow, before its scripts have run': { isSlow: true, isEarly: true },
  'slow, after a look around': { isSlow: true, isMoving: true },
  fast: {},
}

await runCommand(async () => {
  requireBuild({ root: ROOT, distDir: distDir() })
  const directory = path.join(ROOT, 'test-results', 'bench-press')
  fs.rmSync(path.join(directory, 'data'), { recursive: true, force: true })
  const bare = await startBareApp(path.join(directory, 'bare'))
  const browser = await openBrowser()
  let store
  try {
    const settings = { ENV_FILE: 'off', DATA_DIR: path.join(directory, 'data'), PORT: String(await freePort()) }
    Object.assign(process.env, settings, { PUBLIC_URL: '', LOG_LEVEL: 'warn' })
    store = await openStore({ isQuiet: true })
    const { code } = await runVerb('catalog-sync', [], { env: store.env, isQuiet: true, collect: true })
    if (code !== 0) throw new StartError('The catalogue could not be read.')
    await startWeb(store)
    console.log(await measureAll(browser, { [bare.url]: BARE, [store.settings.publicUrl]: SHOP }))
    console.log(await measureSearches(browser, store.settings.publicUrl))
  } finally {
    await browser.close()
    await bare.stop()
    await store?.stop()
  }
})

/** A row per press and a column per phone: the middle, and the lowest and highest. */
async function measureAll(browser, presses) {
  const rows = []
  for (const [url, cases] of Object.entries(presses)) {
    for (const [name, { from, ...rest }] of Object.entries(cases)) {
      const cells = []
      for (const how of Object.values(PHONES)) {
        cells.push(said(await measurePress(browser, { from: url + from, ...rest, ...how })))
      }
      rows.push([name, ...cells])
    }
  }

  return table(['ms', ...Object.keys(PHONES)], rows)
}

async function measureSearches(browser, url) {
  const rows = []
  for (const [name, { from, ...rest }] of Object.entries(SEARCHES)) {
    rows.push([name, said(await measureKey(browser, { from: url + from, ...rest }))])
  }

  return table(['ms', 'a quarter of the speed'], rows)
}

function said({ middle, lowest, highest }) {
  return `${middle} (${lowest} to ${highest})`
}
