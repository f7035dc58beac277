import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { expect, type Page } from '@playwright/test'

type Ports = { upstream: number; payments: number; smtp: number; mail: number }

/** Where the inner servers of a store listen, so that a journey can ask the other side's ledger. */
export function innerServers(dataDir = process.env.E2E_DATA_DIR ?? 'test-results/store'): {
  upstream: string
  payments: string
  mail: string
} {
  const ports = JSON.parse(fs.readFileSync(path.resolve(dataDir, 'ports.json'), 'utf8')) as Ports

  return {
    upstream: `http://127.0.0.1:${ports.upstream}`,
    payments: `http://127.0.0.1:${ports.payments}`,
    mail: `http://127.0.0.1:${ports.mail}`,
  }
}

/** Asks the store in a page's name, with its cookies, as the scripts of its own pages do. */
export async function callerOf(page: Page): Promise<<Reply>(path: string, data: object) => Promise<Reply>> {
  // An answer tells where the store is: what changes something must come from there.
  const { origin } = new URL((await page.request.get('/api/health/live')).url())

  return async (path, data) => {
    const headers = { origin, 'idempotency-key': randomUUID(), 'content-language': 'en' }
    const answer = await page.request.post(path, { headers, data })
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)

    return (await answer.json()).data
  }
}
