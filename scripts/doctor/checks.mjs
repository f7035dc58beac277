import fs from 'node:fs'
import path from 'node:path'
import { FLOORS, findBelowFloor } from '../check-floors.mjs'
import { isBuildCurrent } from '../store/build.mjs'
import { connects } from '../store/child.mjs'
import { ROOT } from '../store/supervisor.mjs'
import { distDir } from '../store/web.mjs'
import { lookAtDatabase } from './database.mjs'

const SKEW_MS = 5_000
const TIMEOUT_MS = 10_000
const FREE_BYTES = 1024 ** 3

const ok = (text) => ({ state: 'ok', text })
const warn = (text) => ({ state: 'warn', text })
const bad = (text) => ({ state: 'bad', text })

/** What is looked at, in this order. Each answers a state and one line. */
export const CHECKS = {
  node: async () => {
    const [major] = process.versions.node.split('.').map(Number)

    return major === 24 ? ok(`Node ${process.version}`) : warn(`Node ${process.version}; the store is proven on 24`)
  },
  packages: async () => {
    const old = findBelowFloor()

    return old.length > 0 ? bad(old.join(' ')) : ok(`${FLOORS.length} packages at or above their floors`)
  },
  build: async () =>
    isBuildCurrent({ root: ROOT, distDir: distDir() })
      ? ok('made from these sources')
      : warn('none, or made from other sources'),
  data: async ({ settings }) => {
    const { bavail, bsize } = fs.statfsSync(settings.dataDir)
    const file = path.join(settings.dataDir, 'secrets.json')
    if ((fs.statSync(file).mode & 0o077) !== 0) return bad(`${file} can be read by others`)

    return bavail * bsize < FREE_BYTES ? warn('less than 1 GB is free') : ok(settings.dataDir)
  },
  settings: async ({ settings, env }) => {
    const isSecure = settings.publicUrl.startsWith('https://')
    if (settings.mode === 'live' && !isSecure) return bad('a live store needs a PUBLIC_URL that begins with https://')
    if (settings.mode === 'live' && !env.SMTP_URL) return bad('SMTP_URL is not set: buyers get no mail')

    return ok(`${settings.mode}, ${settings.publicUrl}`)
  },
  database: ({ env }) => lookAtDatabase(env.DATABASE_URL),
  upstream: async ({ env }) => {
    const began = Date.now()
    const response = await fetch(new URL('/', env.RESELLER_API_URL), {
      method: 'HEAD',
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const { origin } = new URL(env.RESELLER_API_URL)
    const given = Date.parse(response.headers.get('date') ?? '')
    // Answers carry whole seconds; half the way is the answer's own time.
    const skew = Math.abs(given + 500 - (began + Date.now()) / 2)
    if (skew > SKEW_MS) return warn(`${origin} answers, its clock is ${Math.round(skew / 1000)} s away from ours`)

    return ok(`${origin} answers in ${Date.now() - began} ms`)
  },
  mail: async ({ env }) => {
    if (!env.SMTP_URL) return warn('SMTP_URL is not set')
    const { hostname, port } = new URL(env.SMTP_URL)

    return (await connects(Number(port || 587), hostname))
      ? ok(`${hostname} answers`)
      : bad(`${hostname} does not answer`)
  },
}
