import { execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import type { Buyer, Mail } from '#tests/support/browser/buyer.ts'
import { findGoods } from '#tests/support/browser/goods.ts'
import { opens } from '#tests/support/browser/open-page.ts'
import { callerOf } from '#tests/support/browser/store-under-test.ts'

const run = promisify(execFile)
/** The password of everybody who works in a store under test. */
export const PASSWORD = 'a wide blue harbour 7'

const underTest = () => process.env.E2E_DATA_DIR ?? 'test-results/store'

/** Asks the store under test, or another one by its data, for a link that makes its bearer an owner. */
export async function ownerLink(dataDir = underTest()): Promise<string> {
  const { stdout } = await run(process.execPath, ['scripts/with-store.mjs', 'admin-create', '--quiet'], {
    env: { ...process.env, DATA_DIR: dataDir, ENV_FILE: 'off' },
  })
  const [token] = /[\w-]{43}\s*$/.exec(stdout) ?? []
  if (!token) throw new Error('The store gave no owner link.')

  return `/setup/${token.trim()}`
}

/** Sets an owner up by a link, as somebody does who reads its page. Returns the link, which is spent. */
export async function becomeOwner(page: Page, email: string): Promise<string> {
  return oneAtATime(underTest(), async () => {
    const link = await ownerLink()
    await opens(page, link)
    await page.getByLabel('Name').fill('Olga Owner')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Become the owner' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()

    return link
  })
}

/** Signs an owner of a store in by calls, where neither the link nor the sign-in is what a journey shows. */
export async function entersAsOwner(page: Page, email = 'olga@example.com', dataDir = underTest()): Promise<void> {
  const call = await callerOf(page)
  await oneAtATime(dataDir, async () => {
    const note = path.resolve(dataDir, `owner-${email}`)
    if (fs.existsSync(note)) return
    const token = (await ownerLink(dataDir)).split('/').at(-1)
    await call('/api/setup', { token, name: 'Olga Owner', email, password: PASSWORD })
    fs.writeFileSync(note, '')
  })
  await call('/api/sign-in', { email, password: PASSWORD })
}

// A new link ends the unused ones before it, also those of journeys in other processes.
async function oneAtATime<Result>(dataDir: string, work: () => Promise<Result>): Promise<Result> {
  const lock = path.resolve(dataDir, 'owner-link.lock')
  while (!takes(lock)) await sleep(200)
  try {
    return await work()
  } finally {
    fs.rmSync(lock, { force: true })
  }
}

function takes(lock: string): boolean {
  try {
    fs.writeFileSync(lock, '', { flag: 'wx' })

    return true
  } catch {
    return false
  }
}

const READS_AGAIN_MS = 20_000

/** Lets as much time pass for a page, whose clock was installed before it was opened, as it takes to read itself again. */
export async function readsAgain(page: Page): Promise<void> {
  const { pathname } = new URL(page.url())
  const read = page.waitForResponse(
    (response) => new URL(response.url()).pathname === pathname && response.request().headers().rsc !== undefined,
  )
  await page.clock.fastForward(READS_AGAIN_MS)
  await read
}

/** Signs an owner in who was set up before. */
export async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Somebody with a mailbox. */
export type Reader = { email: string; mails: () => Promise<Mail[]> }

/** Buys an eSIM, up to the page that says that it is ready. */
export async function buys(request: APIRequestContext, buyer: Buyer): Promise<void> {
  await buyer.buys(await findGoods(request, { slug: 'japan', title: 'Japan, 3 GB, 7 days', code: '392-0-7-3-G' }))
}

/** Has a link mailed from the sign-in page, and presses the button that it leads to: the door, or the second step behind it. */
export async function followLink(page: Page, { email, mails }: Reader): Promise<void> {
  const links = async (): Promise<string[]> => JSON.stringify(await mails()).match(/\/verify\/[\w-]+/g) ?? []
  const former = await links()
  const findLink = async () => (await links()).find((link) => !former.includes(link))
  await opens(page, '/sign-in')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Mail me a link instead' }).click()
  await expect.poll(findLink).toBeDefined()
  await opens(page, (await findLink()) ?? '')
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Signs a customer in by a mailed link, in this page. */
export async function signInByLink(page: Page, reader: Reader): Promise<void> {
  await followLink(page, reader)
  await expect(page.getByRole('heading', { level: 1, name: 'My eSIMs' })).toBeVisible()
}

/** The same by calls, where the way in is not what a journey shows. */
export async function entersByLink(page: Page, { email, mails }: Reader): Promise<void> {
  const call = await callerOf(page)
  const links = async (): Promise<string[]> => JSON.stringify(await mails()).match(/(?<=\/verify\/)[\w-]+/g) ?? []
  const former = await links()
  await call('/api/account/link', { email })
  await expect.poll(async () => (await links()).length).toBeGreaterThan(former.length)
  await call('/api/account/sessions', { token: (await links()).find((link) => !former.includes(link)) })
  await page.goto('/account')
}
