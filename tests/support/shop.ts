import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { forgetEnvironment } from '#lib/core/env.ts'
import { closeDatabase } from '#lib/core/repository/client.ts'
import { closeProvider } from '#lib/provider/commands/current-provider.ts'
import { type RunningSandbox, startSandbox } from '#sandbox/upstream/server.ts'
import { ownDatabase } from '#tests/support/own-database.ts'
import { stockedDatabase } from '#tests/support/stocked-database.ts'

/** A database and a provider of its own for the calling test file, set up in the environment. */
export type Shop = { provider: RunningSandbox; settings: Record<string, string>; close: () => Promise<void> }

export async function startShop(settings: Record<string, string> = {}): Promise<Shop> {
  return open(await ownDatabase(), settings)
}

/** The same with the catalogue already mirrored. */
export async function startStockedShop(settings: Record<string, string> = {}): Promise<Shop> {
  return open(await stockedDatabase(), settings)
}

async function open(database: string, settings: Record<string, string>): Promise<Shop> {
  const provider = await startSandbox()
  // What a store keeps beside its database must not meet that of another store.
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'landfall-shop-'))
  const all = {
    DATA_DIR: dataDir,
    DATABASE_URL: database,
    DATA_KEYS: `test:${randomBytes(32).toString('base64')}`,
    RESELLER_API_URL: provider.url,
    RESELLER_API_PHONE: '10000000000',
    RESELLER_API_PASSWORD: 'demo-Pass1',
    RESELLER_API_SECRET: 'sandbox-secret-0001',
    LOG_LEVEL: 'silent',
    ...settings,
  }
  Object.assign(process.env, all)
  forgetEnvironment()

  return {
    provider,
    settings: all,
    close: async () => {
      await closeProvider()
      await closeDatabase()
      await provider.close()
      fs.rmSync(dataDir, { recursive: true, force: true })
      for (const name of Object.keys(all)) delete process.env[name]
      forgetEnvironment()
    },
  }
}

/** Changes settings of the running process, as a restart with other settings would. */
export function changeSettings(settings: Record<string, string>): void {
  Object.assign(process.env, settings)
  forgetEnvironment()
}
