import type { makeCapture } from '#lib/server/capture.ts'
import { LANGUAGES } from '#lib/server/public-routes.ts'
import { report } from '#lib/server/report.ts'

type Capture = ReturnType<typeof makeCapture>

const FILES = /\/_next\/static\/[^"'\s\\]+?\.(?:js|css)/g

/** Asks our own front for the home page, so that the first visitor finds it made. */
export async function warmFirst(capture: Capture, host: string): Promise<void> {
  await capture({ path: '/', headers: { host } }).catch((error) =>
    report('the home page was not made ahead', { error }),
  )
}

/** The home page in the other languages, and the files that every page loads. Nobody waits for it. */
export async function warmRest(capture: Capture, host: string): Promise<void> {
  try {
    const { body } = await capture({ path: '/', headers: { host } })
    const files = new Set(body.toString('utf8').match(FILES) ?? [])
    const others = LANGUAGES.slice(1).map((language) => `/${language}`)
    for (const path of [...files, ...others]) await capture({ path, headers: { host } })
  } catch (error) {
    report('not every page was made ahead', { error })
  }
}
