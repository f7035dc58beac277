import { type APIResponse, type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import { generateSync } from 'otplib'
import { PAGE_ACCESS } from '#lib/auth/rules/page-access.ts'
import { PERMISSIONS, type Permission, STAFF_ROLES, type StaffRole } from '#lib/core/rules/caller.ts'
import { isAlive, opens, opensAgain } from '#tests/support/browser/open-page.ts'
import { test } from '#tests/support/browser/other-journey.ts'
import { entersAsOwner, PASSWORD, signIn } from '#tests/support/browser/owner.ts'
import { fitsPhone, passesCheckInBothColorSchemes } from '#tests/support/browser/page-checks.ts'

// A rule for everybody is set here, so that these journeys have a store of their own, one after the other.
test.describe.configure({ mode: 'serial' })

const OWNER = 'olga@example.com'

async function invite(page: Page, email: string, role: StaffRole): Promise<string> {
  await opens(page, '/admin/staff')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('combobox', { name: 'Role' }).selectOption(role)
  await page.getByRole('button', { name: 'Make an invitation' }).click()
  await expect(page.getByText('The invitation is made')).toBeVisible()

  return (await page.locator('code.a-secret').textContent()) ?? ''
}

async function join(page: Page, link: string, name: string): Promise<void> {
  await opens(page, link)
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Join' }).click()
}

async function other(browser: Browser, baseURL: string | undefined): Promise<[BrowserContext, Page]> {
  const context = await browser.newContext(baseURL ? { baseURL } : {})

  return [context, await context.newPage()]
}

/** A session of somebody who joins with a role, in a browser of their own. */
async function memberOf(
  role: StaffRole,
  { page, browser, baseURL }: { page: Page; browser: Browser; baseURL: string },
) {
  const headers = { origin: baseURL }
  const email = `${role}-${Date.now()}@example.com`
  const made = await page.request.post('/api/admin/staff/invites', { headers, data: { email, role } })
  const { url } = (await made.json()).data as { url: string }
  const context = await browser.newContext({ baseURL })
  const token = url.slice(url.lastIndexOf('/') + 1)
  await context.request.post('/api/staff/invite', { headers, data: { token, name: role, password: PASSWORD } })
  const entered = await context.request.post('/api/sign-in', { headers, data: { email, password: PASSWORD } })
  expect(entered.ok()).toBe(true)

  return context
}

/** What a page may run, in the words of its policy. */
function scriptsOf(answer: APIResponse): string {
  const policy = answer.headers()['content-security-policy'] ?? ''

  return policy.split('; ').find((part) => part.startsWith('script-src')) ?? ''
}

test('every page of the back office is shown to whom the matrix names, and to nobody else', async ({
  page,
  browser,
  other: store,
}) => {
  const baseURL = store.url
  await entersAsOwner(page, 'first@example.com', store.dataDir)
  const access = Object.entries(PAGE_ACCESS).filter(([path]) => path.startsWith('/admin') && !path.includes('['))
  const statuses = async (context: BrowserContext) => {
    const found: Record<string, number> = {}
    for (const [path] of access) {
      const answer = await context.request.get(path, { maxRedirects: 0 })
      found[path] = answer.status()
      if (answer.ok()) expect(scriptsOf(answer)).toMatch(/^script-src 'self' 'nonce-/)
      if (answer.ok()) expect(scriptsOf(answer)).not.toMatch(/unsafe|\*|https?:/)
      // A text that is missing is shown by its key.
      expect((await answer.text()).match(/>admin(-[a-z]+)?(\.\w+)+</g) ?? [], path).toEqual([])
    }

    return found
  }

  for (const role of STAFF_ROLES) {
    const context = await memberOf(role, { page, browser, baseURL })
    const wanted = access.map(([path, access]) => {
      const roles: readonly StaffRole[] = access in PERMISSIONS ? PERMISSIONS[access as Permission] : STAFF_ROLES

      return [path, roles.includes(role) ? 200 : 404]
    })
    expect({ role, ...(await statuses(context)) }).toEqual({ role, ...Object.fromEntries(wanted) })
    await context.close()
  }
  const nobody = await browser.newContext({ baseURL })
  expect(new Set(Object.values(await statuses(nobody)))).toEqual(new Set([307]))
  await nobody.close()
})

test('somebody is invited, must set a second factor up, and loses the room at the moment the role goes', async ({
  page,
  browser,
  baseURL,
  other: store,
}) => {
  await entersAsOwner(page, OWNER, store.dataDir)
  const link = await invite(page, 'sam@example.com', 'manager')
  await passesCheckInBothColorSchemes(page)
  await fitsPhone(page)
  const [context, theirs] = await other(browser, baseURL)

  await join(theirs, link, 'Sam Support')
  await expect(theirs.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
  await theirs.goto(link)
  await expect(theirs.getByText('This invitation was used')).toBeVisible()

  // From now on nobody comes in with a password alone.
  await page.getByRole('combobox', { name: 'Second factor' }).selectOption('required')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await context.clearCookies()
  await opens(theirs, '/admin/catalogue')
  await signIn(theirs, 'sam@example.com')
  await expect(theirs.getByRole('heading', { level: 1, name: 'Set up two-factor sign-in' })).toBeVisible()
  await isAlive(theirs)
  expect((await theirs.request.get('/api/admin/catalogue/sync')).status()).toBe(401)
  await theirs.getByRole('button', { name: 'Set up an app' }).click()
  const secret = ((await theirs.locator('code.a-secret').textContent()) ?? '').replaceAll(/\s/g, '')
  await passesCheckInBothColorSchemes(theirs)
  await theirs.getByLabel('Code of the app').fill(generateSync({ secret, epoch: Math.floor(Date.now() / 1000) }))
  await theirs.getByRole('button', { name: 'Confirm' }).click()
  await expect(theirs.locator('.a-codes li')).toHaveCount(10)
  const recovery = (await theirs.locator('.a-codes li').first().textContent()) ?? ''
  await theirs.getByRole('button', { name: 'I have kept them' }).click()
  // As bare as it was asked for: with what an address says by default, a list would not open with the person's first view.
  await expect(theirs).toHaveURL(/\/admin\/catalogue$/)

  // Signing out ends this session; the next one needs both steps, and a recovery code does instead of the telephone.
  await context.clearCookies()
  await opens(theirs, '/sign-in')
  await signIn(theirs, 'sam@example.com')
  await expect(theirs.getByRole('heading', { level: 1, name: 'Two-factor sign-in' })).toBeVisible()
  await isAlive(theirs)
  await theirs.getByLabel('Code').fill('000000')
  await theirs.getByRole('button', { name: 'Go on' }).click()
  await expect(theirs.getByText('The code is wrong')).toBeVisible()
  await passesCheckInBothColorSchemes(theirs)
  await theirs.getByLabel('Code').fill(recovery.toLowerCase())
  await theirs.getByRole('button', { name: 'Go on' }).click()
  await expect(theirs.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()

  await opens(theirs, '/admin/profile')
  await expect(theirs.getByText('9 left')).toBeVisible()
  await passesCheckInBothColorSchemes(theirs)
  await fitsPhone(theirs)

  // The role goes while they are signed in.
  await opensAgain(page)
  await page.getByRole('button', { name: 'Change the rights of Sam Support' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sam Support' })
  await dialog.getByRole('combobox', { name: 'Role' }).selectOption('read_only')
  await dialog.getByRole('button', { name: 'Save the role' }).click()
  await expect(dialog.getByText('Done. It counts from now on.')).toBeVisible()
  await expect(page.getByRole('row', { name: /Sam Support/ })).toContainText('Viewer')
  await theirs.goto('/admin')
  await expect(theirs).toHaveURL(/\/sign-in/)

  await opens(page, '/admin/audit')
  await expect(page.getByRole('row', { name: /Role changed/ })).toContainText('Manager → Viewer')
  await passesCheckInBothColorSchemes(page)
  await fitsPhone(page)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export as CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^audit-.*\.csv$/)
  await context.close()

  // Who comes to this store next has a password alone.
  await opens(page, '/admin/staff')
  await page.getByRole('combobox', { name: 'Second factor' }).selectOption('nobody')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
})
