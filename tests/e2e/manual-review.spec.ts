import { expect, type Page } from '@playwright/test'
import { REVIEW_ACTIONS, type ReviewAction } from '#lib/fulfilment/rules/review-actions.ts'
import action from '#messages/en/action.json' with { type: 'json' }
import admin from '#messages/en/admin.json' with { type: 'json' }
import actions from '#messages/en/admin-acts.json' with { type: 'json' }
import { arrangeIn } from '#tests/support/browser/goods.ts'
import { test } from '#tests/support/browser/other-journey.ts'
import { entersAsOwner } from '#tests/support/browser/owner.ts'

type ItemInReview = {
  reason: string
  act: ReviewAction
  ends: string[]
  orderId: string
  itemRef: string
  number: string
}

type Arranged = { held: ItemInReview[]; unknown: Pick<ItemInReview, 'orderId'> }

const TYPED: ReviewAction[] = ['place_again', 'write_off']

function buttonOf(action: ReviewAction): RegExp {
  const start = actions.held[action]
  if (action === 'adopt') return new RegExp(`^${start} `)

  // The sum of an item; where the whole payment goes back, none.
  return new RegExp(action === 'refund' ? `^${start}( \\d|$)` : `^${start}$`)
}

async function decide(page: Page, { orderId, number, act, reason }: ItemInReview): Promise<void> {
  await page.goto(`/admin/orders/${orderId}`)
  const why = admin.held[reason as keyof typeof admin.held]
  await expect(page.getByRole('heading', { level: 2, name: `On hold: ${why}` })).toBeVisible()
  await press(page, { name: buttonOf(act), about: reason, ...(TYPED.includes(act) ? { number } : {}) })
}

type Press = { name: RegExp | string; about: string; number?: string }

/** Presses a button, answers its dialog, and reads what came of it. The history keeps the decision. */
async function press(page: Page, { name, about, number }: Press): Promise<void> {
  const dialog = page.getByRole('dialog')
  // The page hears a press once its script runs.
  await expect(async () => {
    await page.getByRole('button', { name }).first().click()
    await expect(dialog).toBeVisible({ timeout: 10_000 })
  }).toPass({ timeout: 60_000 })
  await dialog.getByLabel(/^Reason/).fill(`decided about ${about}`)
  if (number) await dialog.getByLabel(/^Type /).fill(number)
  await dialog.getByRole('button', { name }).click()
  const close = dialog.getByRole('button', { name: action.close })
  // What was refused says so in the dialog, and has nothing to close.
  await expect(close, (await dialog.textContent()) ?? '').toBeVisible({ timeout: 60_000 })
  await close.click()
  await expect(page.getByText(`decided about ${about}`).first()).toBeVisible()
}

async function hasEnded(page: Page, { orderId, ends }: Pick<ItemInReview, 'orderId' | 'ends'>): Promise<void> {
  const words = ends.map((state) => admin.line[state as keyof typeof admin.line])
  await expect
    .poll(async () => {
      await page.goto(`/admin/orders/${orderId}`)

      return page.locator('main .a-st').allTextContents()
    })
    .toEqual(expect.arrayContaining([expect.stringMatching(words.join('|'))]))
  await expect(page.getByRole('heading', { level: 2, name: /^On hold:/ })).toHaveCount(0)
}

test('a held order is closed from its page by every act there is, and the network has one order for it or none', async ({
  page,
  other,
}) => {
  // Nothing of the store undoes meanwhile what is arranged.
  const { held: all, unknown } = await arrangeIn<Arranged>(other, 'orders-in-review.ts')
  expect(REVIEW_ACTIONS.filter((action) => !all.some((held) => held.act === action))).toEqual([
    'look_again',
    'deliver_partial',
  ])
  await entersAsOwner(page, 'olga@example.com', other.dataDir)

  await test.step('no answer, by a look', async () => {
    await page.goto(`/admin/orders/${unknown.orderId}`)
    await press(page, { name: actions.panel.lookUp.press, about: 'no answer' })
    await hasEnded(page, { ...unknown, ends: ['DELIVERED'] })
  })
  for (const held of all) await test.step(`${held.reason}, by ${held.act}`, () => decide(page, held))
  // The store works while the next one is decided.
  for (const held of all) await test.step(`${held.reason} has ended`, () => hasEnded(page, held))

  for (const { itemRef, ends, reason } of all) {
    const living = other.provider.control
      .orders()
      .filter((order) => order.otherOrderId === itemRef && order.statusNow !== 2)
    expect(living.length, reason).toBeLessThanOrEqual(1)
    if (ends.includes('DELIVERED')) expect(living.length, reason).toBe(1)
  }
})
