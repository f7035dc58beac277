import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { quantile } from './report.mjs'

const CONNECTIONS = 16

/** Reads catalogue pages at `perSecond` until `stop`, noting how long each took. `mark` starts a new part of the notes. */
export async function readPages({ world, perSecond }) {
  const slugs = await world.database.ask('SELECT "slug" FROM "Sku" WHERE "vanishedAt" IS NULL ORDER BY "slug" LIMIT 40')
  const paths = ['/', ...slugs.map(({ slug }) => `/destinations/${slug}`)]
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const parts = []
  let part = null
  let isStopped = false
  const mark = (name) => {
    part = { name, took: [], statuses: {} }
    parts.push(part)
  }
  const loop = (async () => {
    const began = Date.now()
    for (let n = 0; !isStopped; n++) {
      const early = began + (n * 1_000) / perSecond - Date.now()
      if (early > 0) await sleep(early)
      if (part) void readOne({ url: `${world.url}${paths[n % paths.length]}`, agent, part })
    }
  })()

  return {
    mark,
    stop: async () => {
      isStopped = true
      await loop
      await sleep(500)
      agent.destroy()

      return parts.map(({ name, took, statuses }) => ({
        name,
        pages: took.length,
        statuses,
        p50Ms: round(quantile(took, 0.5)),
        p95Ms: round(quantile(took, 0.95)),
        p99Ms: round(quantile(took, 0.99)),
      }))
    },
  }
}

function readOne({ url, agent, part }) {
  const began = performance.now()

  return new Promise((resolve) => {
    const note = (status) => {
      part.took.push(performance.now() - began)
      part.statuses[status] = (part.statuses[status] ?? 0) + 1
      resolve()
    }
    const request = http.get(url, { agent, timeout: 30_000 }, (response) => {
      response.resume()
      response.on('end', () => note(response.statusCode))
      response.on('error', () => note('broken'))
    })
    request.on('error', () => note('refused'))
  })
}

function round(ms) {
  return ms === null ? null : Math.round(ms * 10) / 10
}
