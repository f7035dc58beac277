import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import type { HalfCustomer, SignedInCustomer } from '#lib/auth/customer-session.ts'
import { signInByLink } from '#lib/auth/customer-sign-in.ts'
import { findAccountSession } from '#lib/auth/repository/account-sessions.ts'
import { ensureAccount } from '#lib/auth/repository/accounts.ts'
import { addToken } from '#lib/auth/repository/links.ts'
import { forgetEnvironment } from '#lib/core/env.ts'
import { closeDatabase, transaction } from '#lib/core/repository/client.ts'
import { forgetCounters } from '#lib/core/repository/shared-counter.ts'
import { closeProvider } from '#lib/provider/commands/current-provider.ts'
import { type RunningSandbox, startSandbox } from '#sandbox/upstream/server.ts'
import { ownDatabase, stockedDatabase } from '#tests/support/database-copies.ts'

/** What the cookies of staff are signed with, in a shop in which somebody signs in. */
export const SESSION_SECRET = 'a session secret of a test, long enough'

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
  forgetCounters()

  return {
    provider,
    settings: all,
    close: async () => {
      forgetCounters()
      await closeProvider()
      await closeDatabase()
      await provider.close()
      fs.rmSync(dataDir, { recursive: true, force: true })
      for (const name of Object.keys(all)) delete process.env[name]
      forgetEnvironment()
    },
  }
}

/** What the tests of the calling block share: started before the first of them, closed after the last. */
export function duringTests<Shared extends { close: () => Promise<void> }>(start: () => Promise<Shared>): Shared {
  const shared = {} as Shared
  beforeAll(async () => {
    Object.assign(shared, await start())
  })
  afterAll(() => shared.close())

  return shared
}

/** Changes settings of the running process, as a restart with other settings would. */
export function changeSettings(settings: Record<string, string>): void {
  Object.assign(process.env, settings)
  forgetEnvironment()
}

/** Where the customers of a test sign in. */
export const PLACE = { address: '203.0.113.0/24', browser: 'Firefox, Linux' }

/** A link as it is mailed to an address, whose account is made where there is none. */
export async function linkFor(email: string): Promise<string> {
  const { id } = await transaction((tx) => ensureAccount({ email, locale: 'en' }, tx))

  return addToken({ purpose: 'account_sign_in', subject: id, minutes: 30 })
}

/** The customer behind the token of a session: whole, or at the second step. */
export async function customerBehind(token: string): Promise<SignedInCustomer | HalfCustomer> {
  const session = await findAccountSession(token)
  if (!session) throw new Error('Nobody came in.')
  const { id: sessionId, factor, proof, provenAt, account } = session
  const { id: accountId, email, name, homeZone } = account
  const person = { accountId, email, name, homeZone, sessionId, proof, provenAt }

  return factor === null ? { kind: 'half_customer', ...person } : { kind: 'customer', ...person }
}

/** A customer who has just signed in by a mailed link. */
export async function signedIn(email: string): Promise<SignedInCustomer> {
  const customer = await customerBehind(await signInByLink(await linkFor(email), PLACE, null))
  if (customer.kind !== 'customer') throw new Error('The second step is awaited.')

  return customer
}
