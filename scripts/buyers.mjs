// `npm run buyers`: ten buyers in a real browser, each from the front page to what they came for, with what it took them
// and a picture of every step in test-results/buyers. `npm run buyers -- 3 --width 360 --theme dark --lang ar` is one of
// them in one look; without a look there are six. The shop must have been built. See docs/reports/shop.md.
import './check-node.mjs'
import fs from 'node:fs'
import path from 'node:path'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { openBrowser } from './bench/press.mjs'
import { table } from './bench/table.mjs'
import { requireBuild } from './store/build.mjs'
import { runCommand } from './store/fail.mjs'

const { ROOT } = await import('./store/supervisor.mjs')
const { distDir } = await import('./store/web.mjs')
const { openShop, watchProvider } = await import('./buyers/shop.ts')
const { TEN } = await import('./buyers/ten.ts')
const { handSeconds, startVisit } = await import('./buyers/visit.ts')

const LOOKS = [360, 1280].flatMap((width) => [
  { width, theme: 'light', lang: 'en' },
  { width, theme: 'dark', lang: 'en' },
  { width, theme: 'light', lang: 'ar' },
])

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    width: { type: 'string' },
    theme: { type: 'string' },
    lang: { type: 'string' },
    'time-scale': { type: 'string', default: '6' },
    out: { type: 'string', default: path.join('test-results', 'buyers') },
  },
})
const { width, theme, lang } = values
const isOneLook = width ?? theme ?? lang
const looks = isOneLook ? [{ width: Number(width ?? 360), theme: theme ?? 'light', lang: lang ?? 'en' }] : LOOKS
const numbers = positionals.length > 0 ? positionals.map(Number) : TEN.map((_, index) => index + 1)

await runCommand(async () => {
  requireBuild({ root: ROOT, distDir: distDir() })
  const shop = await openShop(values['time-scale'])
  const browser = await openBrowser()
  const results = []
  try {
    for (const look of looks) {
      for (const number of numbers) {
        const own = { ...look, ...TEN[number - 1].fixed }
        const isDone = results.some((done) => done.number === number && isDeepStrictEqual(done.look, own))
        if (!isDone) results.push(await walk({ browser, url: shop.url, number, look: own }))
      }
    }
  } finally {
    await browser.close()
    await shop.close()
  }
  fs.writeFileSync(path.join(values.out, 'results.json'), JSON.stringify(results, null, 2))
  console.log(`\n${asTable(results)}`)
  if (results.some(({ failure, problems }) => failure || problems.length > 0)) process.exitCode = 1
})

/** Sends one buyer through the shop. What somebody is by nature stays in every look, and is looked at once. */
async function walk({ browser, url, number, look }) {
  const buyer = TEN[number - 1]
  const folder = path.join(values.out, `${look.width}-${look.theme}-${look.lang}`, String(number))
  const watch = await watchProvider()
  const visit = await startVisit(browser, { url, look, folder, byKeyboard: buyer.byKeyboard })
  const email = `buyer-${number}-${Date.now()}@example.com`
  let failure = null
  try {
    await buyer.walk(visit, { email, lang: look.lang, browser })
    failure = await watch.differsFrom(buyer.asked)
  } catch (error) {
    failure = error.message
    await visit.page.screenshot({ path: path.join(folder, 'failed.png'), fullPage: true })
  }
  const counts = visit.counts()
  await visit.close()
  const result = { number, name: buyer.name, goal: buyer.goal, look, failure, ...counts, hand: handSeconds(counts) }
  console.log(`${number} ${look.width} ${look.theme} ${look.lang}: ${failure ?? 'goal reached'}`)
  for (const problem of counts.problems) console.log(`  ${problem}`)

  return result
}

function asTable(results) {
  return table(
    ['buyer', 'look', 'goal', 'pages', 'presses', 'fields', 'waited s', 'by hand s', 'words plan', 'words checkout'],
    results.map(({ number, name, look, failure, pages, presses, fields, seconds, hand, steps }) => {
      const words = (wanted) => steps.find((step) => step.name === wanted)?.words

      return [
        `${number}. ${name}`,
        `${look.width} ${look.theme} ${look.lang}`,
        failure ? 'no' : 'yes',
        pages,
        presses,
        fields,
        seconds.toFixed(1),
        hand,
        words('plan'),
        words('checkout'),
      ]
    }),
  )
}
