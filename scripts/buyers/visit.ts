import fs from 'node:fs'
import path from 'node:path'
import { parse, TYPE } from '@formatjs/icu-messageformat-parser'
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test'
import { beyondTheEdge, tabTo } from '#tests/support/browser/page-checks.ts'

export type Variant = { width: number; theme: 'light' | 'dark'; lang: string }
type Step = { name: string; path: string; words: number; seconds: number; picture: string }
export type Counts = {
  steps: Step[]
  pages: number
  presses: number
  fields: number
  keys: number
  seconds: number
  problems: string[]
}

/** Somebody in front of the shop. Everything done through it is counted; the clock stands while a picture is taken. */
export type Visit = {
  page: Page
  say: Say
  isNarrow: boolean
  press: (target: Locator) => Promise<void>
  /** Takes an offered line of a list below a field: by keyboard without leaving the field. */
  accept: (target: Locator) => Promise<void>
  type: (target: Locator, text: string) => Promise<void>
  choose: (target: Locator, label: string) => Promise<void>
  /** Looks at the page once it is at rest, and takes its picture. */
  see: (name: string) => Promise<void>
  /** Opens the shop's front page in a new tab, after closing the one that was open. */
  reopen: () => Promise<void>
  /** Opens an address that a mail holds. */
  follow: (link: string) => Promise<void>
  counts: () => Counts
  close: () => Promise<void>
}

// A press with its aim and its decision, and a key, by the keystroke-level model of Card, Moran and Newell.
const PRESS_SECONDS = 2.65
const KEY_SECONDS = 0.28

/** Seconds of a practised hand for what was done, without reading, and the waiting that was measured. */
export const handSeconds = ({ presses, keys, seconds }: Counts) =>
  Math.round(seconds + presses * PRESS_SECONDS + keys * KEY_SECONDS)

const NARROW = 700
const AGENT =
  'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Mobile Safari/537.36'

export async function startVisit(
  browser: Browser,
  { url, variant, folder, byKeyboard = false }: { url: string; variant: Variant; folder: string; byKeyboard?: boolean },
): Promise<Visit> {
  const isNarrow = variant.width < NARROW
  const context = await openContext(browser, { url, variant, isNarrow })
  const counts: Counts = { steps: [], pages: 0, presses: 0, fields: 0, keys: 0, seconds: 0, problems: [] }
  const clock = makeClock()
  fs.rmSync(folder, { recursive: true, force: true })
  fs.mkdirSync(folder, { recursive: true })
  const openTab = async () => {
    const page = await context.newPage()
    page.on('pageerror', (error) => counts.problems.push(`${new URL(page.url()).pathname}: ${error.message}`))

    return page
  }
  const visit: Visit = {
    page: await openTab(),
    say: wordsOf(variant.lang),
    isNarrow,
    press: async (target) => {
      counts.presses += 1
      if (!byKeyboard) return target.click()
      await tabTo(visit.page, target)
      const isTicked = (await target.getAttribute('type')) === 'checkbox'
      await visit.page.keyboard.press(isTicked ? 'Space' : 'Enter')
    },
    accept: async (target) => {
      counts.presses += 1
      await (byKeyboard ? visit.page.keyboard.press('Enter') : target.click())
    },
    type: async (target, text) => {
      counts.fields += 1
      counts.keys += text.length
      if (!byKeyboard) {
        // A date is set by its parts, whose order is that of the browser's language.
        if ((await target.getAttribute('type')) === 'date') return target.fill(text)
        await target.click()
        await target.fill('')
      } else await tabTo(visit.page, target)
      await visit.page.keyboard.type(text)
    },
    choose: async (target, label) => {
      counts.presses += 1
      await target.selectOption({ label })
    },
    see: async (name) => {
      await visit.page.waitForLoadState('load')
      counts.seconds += clock.stop()
      await visit.page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => {})
      const { pathname } = new URL(visit.page.url())
      const place = pathname.replaceAll(/\b(ord|quo|pln|crd|inv)_\w+|(?<=\/(pay|l)\/).+/g, '…')
      if (counts.steps.at(-1)?.path !== place) counts.pages += 1
      const picture = path.join(folder, `${String(counts.steps.length + 1).padStart(2, '0')}-${name}.png`)
      await visit.page.screenshot({ path: picture, fullPage: true, animations: 'disabled' })
      for (const out of await beyondTheEdge(visit.page)) counts.problems.push(`${name}: ${out}`)
      counts.steps.push({
        name,
        path: place,
        words: await visibleWords(visit.page, variant.lang),
        seconds: Math.round(counts.seconds * 10) / 10,
        picture,
      })
      clock.start()
    },
    reopen: async () => {
      const former = visit.page
      visit.page = await openTab()
      await former.close()
      await visit.page.goto('/')
    },
    follow: async (link) => {
      counts.presses += 1
      await visit.page.goto(link)
    },
    counts: () => counts,
    close: () => context.close(),
  }
  await visit.page.goto('/')

  return visit
}

function openContext(
  browser: Browser,
  { url, variant, isNarrow }: { url: string; variant: Variant; isNarrow: boolean },
): Promise<BrowserContext> {
  return browser.newContext({
    baseURL: url,
    viewport: { width: variant.width, height: isNarrow ? 740 : 800 },
    ...(isNarrow ? { hasTouch: true, isMobile: true, userAgent: AGENT } : {}),
    locale: { en: 'en-US', de: 'de-DE', ar: 'ar-AE' }[variant.lang] ?? variant.lang,
    timezoneId: 'Europe/Berlin',
    colorScheme: variant.theme,
    reducedMotion: 'reduce',
  })
}

function makeClock() {
  let since = performance.now()

  return {
    start: () => {
      since = performance.now()
    },
    stop: () => (performance.now() - since) / 1000,
  }
}

/** The words between head and foot of a page that somebody sees without unfolding anything. */
function visibleWords(page: Page, lang: string): Promise<number> {
  return page.evaluate((locale) => {
    const main = document.querySelector('main') ?? document.body
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
    const segmenter = new Intl.Segmenter(locale, { granularity: 'word' })
    let words = 0
    while (walker.nextNode()) {
      const holder = walker.currentNode.parentElement
      const { width = 0, height = 0 } = holder?.getBoundingClientRect() ?? {}
      if (width <= 1 || height <= 1 || !holder?.checkVisibility({ visibilityProperty: true })) continue
      if (holder.closest('option, script, style')) continue
      words += [...segmenter.segment(walker.currentNode.textContent ?? '')].filter(
        ({ isWordLike }) => isWordLike,
      ).length
    }

    return words
  }, lang)
}

type Parts = ReturnType<typeof parse>
type Tree = { [key: string]: string | Tree }

/** Gives what a text of the shop may look like on a page, by its file and key: `say('plan.summary.continue')`. */
export type Say = (key: string, how?: 'begins' | 'within') => RegExp

/** Reads the texts of a language. A value inserted into one may be anything, and of a plural any form may stand there. */
export function wordsOf(locale: string): Say {
  const files = new Map<string, Tree>()

  return (key, how) => {
    const [file = '', ...path] = key.split('.')
    let tree = files.get(file)
    if (!tree) {
      tree = JSON.parse(fs.readFileSync(`messages/${locale}/${file}.json`, 'utf8')) as Tree
      files.set(file, tree)
    }
    const text = path.reduce<string | Tree | undefined>(
      (at, name) => (typeof at === 'object' ? at[name] : undefined),
      tree,
    )
    if (typeof text !== 'string') throw new Error(`There is no text ${key} in ${locale}.`)

    const pattern = patternOf(parse(text))

    return new RegExp(`${how === 'within' ? '' : '^\\s*'}${pattern}${how ? '' : '\\s*$'}`)
  }
}

function patternOf(parts: Parts): string {
  return parts
    .map((part) => {
      if (part.type === TYPE.literal)
        return part.value.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/\s+/g, '\\s+')
      if (part.type === TYPE.tag) return patternOf(part.children)
      if (part.type === TYPE.select || part.type === TYPE.plural) {
        return `(?:${Object.values(part.options)
          .map(({ value }) => patternOf(value))
          .join('|')})`
      }

      return '.*?'
    })
    .join('')
}
