import fs from 'node:fs'

const USUAL_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** A Chromium without what draws a window, as Playwright's own is. It takes a third less of the processor. */
export const HEADLESS = '/usr/bin/chromium-headless-shell'

/** A browser: the one of CHROMIUM_PATH, one of those preferred, Playwright's own, or the system's; `null` when there is none. */
export function findBrowser(playwrightsOwn, preferred = []) {
  const candidates = [process.env.CHROMIUM_PATH, ...preferred, playwrightsOwn, ...USUAL_PLACES]

  return candidates.find((file) => file && fs.existsSync(file)) ?? null
}
