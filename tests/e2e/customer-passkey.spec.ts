import { expect, type Page } from '@playwright/test'
import type { Mail } from '#tests/support/browser/buyer.ts'
import { isAlive, opens } from '#tests/support/browser/open-page.ts'
import { test } from '#tests/support/browser/other-journey.ts'
import { buys, entersByLink, followLink, type Reader } from '#tests/support/browser/owner.ts'
import { passesCheck } from '#tests/support/browser/page-checks.ts'
import { innerServers } from '#tests/support/browser/store-under-test.ts'

/** Puts an authenticator into the browser, as a telephone has one. Returns how to say whether its owner is there. */
async function giveAuthenticator(page: Page): Promise<(isOwner: boolean) => Promise<void>> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })

  return async (isUserVerified) => {
    await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
  }
}

function readerOf(dataDir: string, email: string): Reader {
  const mails = async () => {
    const answer = await fetch(`${innerServers(dataDir).mail}/_control/mails?to=${encodeURIComponent(email)}`)

    return ((await answer.json()) as { mails: Mail[] }).mails
  }

  return { email, mails }
}

async function leaves(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page.getByText('You are signed out on this device.')).toBeVisible()
  await isAlive(page)
}

const esims = (page: Page) => page.getByRole('heading', { level: 1, name: 'My eSIMs' })

test('a customer adds a passkey, signs in with it alone, and is asked for it after a mailed link', async ({
  page,
  request,
  buyer,
  other,
}) => {
  await buys(request, buyer)
  const ana = readerOf(other.dataDir, buyer.email)
  const say = await giveAuthenticator(page)
  await entersByLink(page, ana)
  await opens(page, '/account/security')
  await page.getByLabel('Name of the passkey').fill('Telephone')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByRole('heading', { name: 'Keep these recovery codes' })).toBeVisible()
  await expect(page.locator('.a-codes li')).toHaveCount(10)
  await passesCheck(page)
  await page.getByRole('button', { name: 'I have kept them' }).press('Enter')
  await expect(page.getByText('Telephone')).toBeVisible()
  // Whoever works by keys stays among the factors, when one came and when one goes.
  await expect(page.locator('.a-factor .btn').first()).toBeFocused()
  await leaves(page)

  // Somebody else holds the telephone, and then its owner.
  await say(false)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
  await say(true)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(esims(page)).toBeVisible()
  await leaves(page)

  await followLink(page, ana)
  await expect(page.getByRole('heading', { level: 1, name: 'Two-factor sign-in' })).toBeVisible()
  await isAlive(page)
  await passesCheck(page)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(esims(page)).toBeVisible()

  await opens(page, '/account/security')
  await page.getByRole('button', { name: 'Remove the passkey Telephone' }).press('Enter')
  await expect(page.getByText('Telephone')).toHaveCount(0)
  await expect(page.locator('.a-factor .btn').first()).toBeFocused()
  await leaves(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
})
