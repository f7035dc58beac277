import { localePath } from '#lib/core/i18n/routing.ts'
import { type Money, multiply } from '#lib/core/rules/money.ts'
import type { MailBlock, MailContent, MailDiscount, MailItem, MailOrder, MailShop } from '#lib/mail/mail-props.ts'
import type { Writer } from '#lib/mail/writer.ts'

/** Returns the parts that all mails about one order have in common. */
export function orderFrame(
  writer: Writer,
  shop: MailShop,
  order: MailOrder,
): Pick<MailContent, 'reference' | 'footer'> {
  const { t, isolate } = writer
  const reference = isolate(order.reference)
  const help = shop.supportEmail ? [t('layout.help', { email: isolate(shop.supportEmail), reference })] : []

  return {
    reference: { label: t('layout.order'), value: order.reference },
    footer: [...help, t('layout.why', { shop: isolate(shop.name) })],
  }
}

/** The address of the shop's front page in the language of a mail. */
export function shopUrl({ locale }: Writer, { url }: MailShop): string {
  return new URL(localePath(locale, '/'), url).href
}

/** What to do with an eSIM that is there, step after step. */
export function installSteps({ t }: Writer): MailBlock {
  return {
    type: 'steps',
    title: t('orderReady.stepsTitle'),
    steps: [t('orderReady.stepWifi'), t('orderReady.stepClock'), t('orderReady.stepName'), t('orderReady.stepArrival')],
  }
}

/** How an item is named on a line with its price, or in a sentence: how many, where, and what. */
export function itemText({ t, isolate, amount }: Writer, { plan, count }: Pick<MailItem, 'plan' | 'count'>): string {
  const { destination, data, days } = plan
  const values = { destination: isolate(destination), amount: amount(data), days }
  const name = t(`orderPaid.plan.${plan.isDaily ? 'dayPass' : 'fixed'}`, values)

  return t('orderPaid.item', { count, name: isolate(name) })
}

type Bought = { items: MailItem[]; discounts: MailDiscount[]; total: Money }

/** What was bought, what codes took off, and what that makes. */
export function sumsOf(writer: Writer, { items, discounts, total }: Bought): MailBlock {
  const { t, isolate, money } = writer

  return {
    type: 'sums',
    rows: [
      ...items.map((item) => ({ label: itemText(writer, item), value: money(item.amount) })),
      ...discounts.map(({ code, amount }) => ({
        label: t('orderPaid.voucher', { code: isolate(code) }),
        value: money(multiply(amount, -1)),
      })),
    ],
    total: { label: t('layout.total'), value: money(total) },
  }
}
