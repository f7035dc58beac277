import fs from 'node:fs'

const USUAL_PLACES = [
  // Without windows: it takes a quarter less of the processor for the same pages.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** The browser of the tests: the one of CHROMIUM_PATH, Playwright's own, or the system's; `null` when there is none. */
export function findBrowser(playwrightsOwn) {
  const candidates = [process.env.CHROMIUM_PATH, playwrightsOwn, ...USUAL_PLACES]

  return candidates.find((file) => file && fs.existsSync(file)) ?? null
}
