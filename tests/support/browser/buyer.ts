import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import type { Goods } from '#tests/support/browser/goods.ts'
import { opens } from '#tests/support/browser/open-page.ts'
import { callerOf, innerServers } from '#tests/support/browser/store-under-test.ts'

export type Choice = { count?: number; days?: number; startDate?: string }
export type Mail = { subject: string; text: string; links: string[] }

/** Opens a folded part of an order's page. */
export async function openPart(page: Page, name: 'Manage' | 'Refund' | 'Receipt' | 'Help'): Promise<void> {
  const part = page.locator('details.part').filter({ has: page.locator('summary', { hasText: name }) })
  if (!(await part.evaluate((element: HTMLDetailsElement) => element.open)))
    await part.locator('summary').first().click()
  await expect(part).toHaveAttribute('open', '')
}

/** Somebody who buys: with a browser, a mailbox, and a way to pay. */
export function makeBuyer(page: Page) {
  const email = `buyer-${randomUUID()}@example.com`
  const awaitReady = async () => {
    await page.waitForURL(/\/o\/ord_/)
    await expect(page.getByRole('heading', { level: 1, name: /ready/ })).toBeVisible()
  }
  const pays = async ({ planId }: Goods, { count = 1, ...choice }: Choice = {}, travellers: string[] = []) => {
    const call = await callerOf(page)
    const { quote } = await call<{ quote: { id: string } }>('/api/quotes', { planId, count, locale: 'en', ...choice })
    const { orderId, payUrl } = await call<{ orderId: string; payUrl: string }>('/api/orders', {
      items: [{ quoteId: quote.id, travellers }],
      email,
      consents: { terms: true, withdrawalInfo: true, deviceChecked: false },
    })
    const paid = await page.request.post(payUrl, { form: { success: '1' }, maxRedirects: 0 })
    const status = async () => (await (await page.request.get(`/api/orders/${orderId}`)).json()).data.statuses
    // The payment provider tells it at once: then the way back leads on to the order by itself.
    await expect.poll(status).not.toContain('waiting_for_payment')
    await page.goto(paid.headers().location ?? '')
    await page.waitForURL(/\/o\/ord_/)
  }

  return {
    email,
    /** Orders and pays by calls, where the way through the checkout is not what a journey shows, and opens the order's page. */
    pays,
    /** The same, up to the page that says that the eSIMs are ready. */
    buys: async (...order: Parameters<typeof pays>) => {
      await pays(...order)
      await awaitReady()
    },
    /** Opens the checkout for a plan, with the choice that the plan page would hand over. */
    choose: async ({ planId }: Goods, { count = 1, ...choice }: Choice = {}) => {
      await page.goto('/find')
      const quoteId = await page.evaluate(
        async (input) => {
          const answer = await fetch('/api/quotes', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(input),
          })
          const { data, error } = await answer.json()
          if (error) throw new Error(`${error.code}: ${JSON.stringify(error.details)}`)

          return data.quote.id as string
        },
        { planId, count, locale: 'en', ...choice },
      )
      await opens(page, `/checkout/${quoteId}`)
    },
    /** Fills in what the checkout asks for, and orders. */
    order: async (names: string[] = []) => {
      await page.getByRole('textbox', { name: 'Email' }).fill(email)
      for (const [index, name] of names.entries()) await page.getByLabel(`Traveller, eSIM ${index + 1}`).fill(name)
      await page.getByLabel(/I have read the terms/).check()
      await page.getByRole('button', { name: 'Order with obligation to pay' }).click()
    },
    /** Presses a button of the payment page. */
    payWith: async (outcome: 'success' | 'decline' | 'cancel') => {
      // Where the order was refused, this says so within a minute; waiting for an address would wait as long as the journey may.
      await expect(page).toHaveURL(/\/pay\//)
      await page.locator(`button[name=${outcome}]`).click()
    },
    /** Waits until the order page says that the eSIMs are ready. */
    awaitReady,
    /** Agrees to both sentences and opens the eSIM on the page. */
    open: async () => {
      await page.getByLabel(/I agree that the service starts now/).check()
      await page.getByLabel(/my right of withdrawal then ends/).check()
      await page.getByRole('button', { name: 'Show QR code' }).click()
      await expect(page.getByRole('img', { name: /^QR code for eSIM/ })).toBeVisible()
    },
    mails: async () => {
      const answer = await fetch(`${innerServers().mail}/_control/mails?to=${encodeURIComponent(email)}`)
      const { mails } = (await answer.json()) as { mails: Mail[] }

      return mails
    },
  }
}

export type Buyer = ReturnType<typeof makeBuyer>
