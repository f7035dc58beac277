// `npm run buyers`: ten buyers in a real browser, each from the front page to what they came for, with what it took them
// and a picture of every step in test-results/buyers. `npm run buyers -- 3 --width 360 --theme dark --lang ar` is one of
// them in one variant; without a variant there are six. The shop must have been built. See docs/reports/shop.md.
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

const VARIANTS = [360, 1280].flatMap((width) => [
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
const isOneVariant = width ?? theme ?? lang
const variants = isOneVariant
  ? [{ width: Number(width ?? 360), theme: theme ?? 'light', lang: lang ?? 'en' }]
  : VARIANTS
const numbers = positionals.length > 0 ? positionals.map(Number) : TEN.map((_, index) => index + 1)

await runCommand(async () => {
  requireBuild({ root: ROOT, distDir: distDir() })
  const shop = await openShop(values['time-scale'])
  const browser = await openBrowser()
  const results = []
  try {
    for (const variant of variants) {
      for (const number of numbers) {
        const own = { ...variant, ...TEN[number - 1].fixed }
        const isDone = results.some((done) => done.number === number && isDeepStrictEqual(done.variant, own))
        if (isDone) continue
        results.push(await walk({ browser, url: shop.url, number, variant: own }))
        // All of them take a while: who stops it keeps what there is.
        fs.writeFileSync(path.join(values.out, 'results.json'), JSON.stringify(results, null, 2))
      }
    }
  } finally {
    await browser.close()
    await shop.close()
  }
  console.log(`\n${asTable(results)}`)
  if (results.some(({ failure, problems }) => failure || problems.length > 0)) process.exitCode = 1
})

/** Sends one buyer through the shop. What somebody is by nature stays in every variant, and is looked at once. */
async function walk({ browser, url, number, variant }) {
  const buyer = TEN[number - 1]
  const folder = path.join(values.out, `${variant.width}-${variant.theme}-${variant.lang}`, String(number))
  const watch = await watchProvider()
  const visit = await startVisit(browser, { url, variant, folder, byKeyboard: buyer.byKeyboard })
  const email = `buyer-${number}-${Date.now()}@example.com`
  let failure = null
  try {
    await buyer.walk(visit, { email, lang: variant.lang, browser })
    failure = await watch.differsFrom(buyer.asked)
  } catch (error) {
    failure = error.message
    await visit.page.screenshot({ path: path.join(folder, 'failed.png'), fullPage: true })
  }
  const counts = visit.counts()
  await visit.close()
  const result = { number, name: buyer.name, goal: buyer.goal, variant, failure, ...counts, hand: handSeconds(counts) }
  console.log(`${number} ${variant.width} ${variant.theme} ${variant.lang}: ${failure ?? 'goal reached'}`)
  for (const problem of counts.problems) console.log(`  ${problem}`)

  return result
}

function asTable(results) {
  return table(
    ['buyer', 'variant', 'goal', 'pages', 'presses', 'fields', 'waited s', 'by hand s', 'words plan', 'words checkout'],
    results.map(({ number, name, variant, failure, pages, presses, fields, seconds, hand, steps }) => {
      const words = (wanted) => steps.find((step) => step.name === wanted)?.words

      return [
        `${number}. ${name}`,
        `${variant.width} ${variant.theme} ${variant.lang}`,
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
