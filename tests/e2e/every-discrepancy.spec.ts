import { expect, type Page } from '@playwright/test'
import {
  type DiscrepancyAction,
  RECONCILED_KINDS,
  type ReconciledKind,
} from '#lib/reconciliation/rules/discrepancy-kinds.ts'
import words from '#messages/en/admin-reconciliation.json' with { type: 'json' }
import { arrangeIn, lookUp } from '#tests/support/browser/goods.ts'
import type { Difference } from '#tests/support/browser/make-discrepancies.ts'
import { test } from '#tests/support/browser/other-journey.ts'
import type { OtherStore } from '#tests/support/browser/other-store.ts'
import { entersAsOwner } from '#tests/support/browser/owner.ts'
import { innerServers } from '#tests/support/browser/store-under-test.ts'
import type { PaymentLedger } from '#tests/support/sale.ts'

type Arranged = { found: Difference[]; late: string }

const AT_ONCE: DiscrepancyAction[] = ['look_again', 'finish', 'fetch_details']

/** What a person does about a difference of a kind here. */
const ANSWERS: Record<ReconciledKind, DiscrepancyAction> = {
  upstream_order_unknown: 'bought_elsewhere',
  order_not_listed: 'refund',
  status_differs: 'accept',
  status_unknown: 'accept',
  cost_differs: 'claim',
  cards_differ: 'refund',
  iccid_twice: 'ignore',
  top_up_elsewhere: 'link',
  payment_unknown: 'book_loss',
  paid_without_line: 'finish',
  line_without_payment: 'book_loss',
  capture_differs: 'book_loss',
  refund_differs: 'book_loss',
}

/** What the network's own books say otherwise than ours; whoever tops up or buys elsewhere did it long enough ago. */
function changeNetwork({ provider }: OtherStore, differences: Difference[]): void {
  const { control } = provider
  const orderNumOf = (kind: ReconciledKind) => differences.find((one) => one.kind === kind)?.orderNum ?? ''
  const esimsOf = (kind: ReconciledKind) =>
    control
      .orders()
      .find(({ orderNum }) => orderNum === orderNumOf(kind))
      ?.esims.map(({ iccid }) => iccid) ?? []
  const createdAt = new Date(Date.now() - 2 * 3_600_000).toISOString()
  const kinds = ['upstream_order_unknown', 'top_up_elsewhere', 'order_not_listed'] as const
  for (const kind of kinds) control.changeOrder({ orderNum: orderNumOf(kind), createdAt })
  control.changeOrder({ orderNum: orderNumOf('order_not_listed'), isHidden: true })
  control.changeOrder({ orderNum: orderNumOf('status_unknown'), status: 5 })
  const { total } = control.changeOrder({ orderNum: orderNumOf('cost_differs') })
  control.changeOrder({ orderNum: orderNumOf('cost_differs'), total: (Number(total) + 1).toFixed(2) })
  control.changeOrder({ orderNum: orderNumOf('cards_differ'), iccids: esimsOf('cards_differ').slice(0, 1) })
  const strange = esimsOf('status_unknown')
  control.changeOrder({ orderNum: orderNumOf('iccid_twice'), iccids: [...esimsOf('iccid_twice'), ...strange] })
}

/** What the buyer of an order is out of pocket for, by the provider's books. */
async function keptOf(number: string, { dataDir }: OtherStore): Promise<number> {
  const answer = await fetch(`${innerServers(dataDir).payments}/_control/ledger?reference=${number}`)
  const { payments } = (await answer.json()) as PaymentLedger

  return payments.reduce((sum, { captured, refunded }) => sum + captured - refunded, 0)
}

async function compare(page: Page): Promise<void> {
  await page.goto('/admin/reconciliation', { waitUntil: 'networkidle' })
  const press = page.getByRole('button', { name: 'Compare now' })
  await press.click()
  await expect(press).toBeEnabled()
}

function discrepancyOf(page: Page, { kind, subject }: Difference) {
  return page.locator(`details[data-kind=${kind}]`).filter({ hasText: subject })
}

async function close(page: Page, difference: Difference): Promise<void> {
  const action = ANSWERS[difference.kind]
  const discrepancy = discrepancyOf(page, difference)
  await expect(discrepancy).toHaveCount(1)
  if (!(await discrepancy.evaluate((details) => (details as HTMLDetailsElement).open))) {
    await discrepancy.locator('summary').click()
  }
  await discrepancy.getByRole('button', { name: words.act[action] }).click()
  if (!AT_ONCE.includes(action)) {
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill(`settled: ${difference.subject}`)
    await dialog.getByRole('button', { name: words.act[action] }).click()
  }
  // Where money has to move first, the next comparison sees that it did.
  await expect(
    page.getByText(new RegExp(`${words.act[action]}: (done, the mismatch is closed|on its way)`)),
  ).toBeVisible()
}

test('every kind of difference is found once, closed from the page, and not found again', async ({ page, other }) => {
  const { found: differences, late } = await arrangeIn<Arranged>(other, 'make-discrepancies.ts')
  // Money that came after the end goes back without a person.
  const unmade = RECONCILED_KINDS.filter((kind) => !differences.some((one) => one.kind === kind))
  expect(unmade).toEqual(['paid_without_line'])
  changeNetwork(other, differences)
  await entersAsOwner(page, 'olga@example.com', other.dataDir)
  await compare(page)
  await compare(page)

  for (const difference of differences) {
    await test.step(`${difference.kind}: ${ANSWERS[difference.kind]}`, () => close(page, difference))
    await page.reload({ waitUntil: 'networkidle' })
  }

  await expect
    .poll(async () => {
      await compare(page)
      const open = await Promise.all(differences.map(async (one) => (await discrepancyOf(page, one).count()) > 0))

      return differences.filter((_, index) => open[index])
    })
    .toEqual([])
  expect(await keptOf(late, other)).toBe(0)
  await page.goto('/admin/finance/losses')
  await lookUp(
    page,
    '/admin/finance/losses',
    (await page.getByRole('link', { name: /^LF-/ }).first().textContent()) ?? '',
  )
})
