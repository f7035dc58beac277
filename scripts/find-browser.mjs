import fs from 'node:fs'

/** Without windows: it takes a quarter less of the processor for the same pages, and shows no notifications. */
const SHELL = '/usr/bin/chromium-headless-shell'

const USUAL_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * The browser of the tests: the one of CHROMIUM_PATH, Playwright's own, or the system's; `null` when there is none. `isWhole`:
 * one that can do all that a buyer's can.
 */
export function findBrowser(playwrightsOwn, { isWhole = false } = {}) {
  const candidates = [process.env.CHROMIUM_PATH, playwrightsOwn, ...(isWhole ? [] : [SHELL]), ...USUAL_PLACES]

  return candidates.find((file) => file && fs.existsSync(file)) ?? null
}
