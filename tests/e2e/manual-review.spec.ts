import { expect, type Page } from '@playwright/test'
import action from '#messages/en/action.json' with { type: 'json' }
import actions from '#messages/en/admin-acts.json' with { type: 'json' }
import { arrangeIn, lookUp } from '#tests/support/browser/goods.ts'
import { opens } from '#tests/support/browser/open-page.ts'
import { test } from '#tests/support/browser/other-journey.ts'
import { entersAsOwner } from '#tests/support/browser/owner.ts'

type Ordered = { orderId: string; number: string }

type Arranged = { unknown: Ordered; adopt: Ordered; write_off: Ordered }

/** Presses a button of an order, answers its dialog, and reads what came of it. The history keeps the decision. */
async function decide(page: Page, { orderId, number }: Ordered, name: RegExp | string): Promise<void> {
  await opens(page, `/admin/orders/${orderId}`)
  await page.getByRole('button', { name }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^Reason/).fill(`decided about ${number}`)
  const typed = dialog.getByLabel(/^Type /)
  if (await typed.isVisible()) await typed.fill(number)
  await dialog.getByRole('button', { name }).click()
  const close = dialog.getByRole('button', { name: action.close })
  // What was refused says so in the dialog, and has nothing to close.
  await expect(close, (await dialog.textContent()) ?? '').toBeVisible({ timeout: 60_000 })
  await close.click()
  await expect(page.getByText(`decided about ${number}`).first()).toBeVisible()
}

test('an order is looked for, one of the network is taken over, and one is written off and stands in the losses', async ({
  page,
  other,
}) => {
  // Nothing of the store undoes meanwhile what is arranged.
  const { unknown, adopt, write_off: lost } = await arrangeIn<Arranged>(other, 'orders-in-review.ts')
  await entersAsOwner(page, 'olga@example.com', other.dataDir)

  await decide(page, unknown, actions.panel.lookUp.press)
  await decide(page, adopt, new RegExp(`^${actions.held.adopt} `))
  for (const { orderId } of [unknown, adopt]) {
    await expect
      .poll(async () => {
        await page.goto(`/admin/orders/${orderId}`)

        return page.getByText('Ready for the customer').count()
      })
      .toBeGreaterThan(0)
    await expect(page.getByRole('heading', { level: 2, name: /^On hold:/ })).toHaveCount(0)
  }

  await decide(page, lost, actions.held.write_off)
  await lookUp(page, '/admin/finance/losses', lost.number)
})
