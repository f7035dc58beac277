import type { Money } from '#lib/core/rules/money.ts'
import { multiply } from '#lib/core/rules/money.ts'
import type { MailBlock } from '#lib/mail/mail-content.ts'
import type { MailDiscount, MailItem } from '#lib/mail/mail-props.ts'
import type { Writer } from '#lib/mail/writer.ts'

type Bought = { items: MailItem[]; discounts: MailDiscount[]; total: Money }

/** What was bought, what codes took off, and what that makes. */
export function sumsOf({ t, isolate, money }: Writer, { items, discounts, total }: Bought): MailBlock {
  return {
    type: 'sums',
    rows: [
      ...items.map(({ name, count, amount }) => ({
        label: t('orderPaid.item', { count, name: isolate(name) }),
        value: money(amount),
      })),
      ...discounts.map(({ code, amount }) => ({
        label: t('orderPaid.voucher', { code: isolate(code) }),
        value: money(multiply(amount, -1)),
      })),
    ],
    total: { label: t('layout.total'), value: money(total) },
  }
}
