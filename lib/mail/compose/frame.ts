import type { MailBlock, MailContent } from '#lib/mail/mail-content.ts'
import type { MailOrder, MailShop } from '#lib/mail/mail-props.ts'
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

/** What to do with an eSIM that is there, step after step. */
export function installSteps({ t }: Writer): MailBlock {
  return {
    type: 'steps',
    title: t('orderReady.stepsTitle'),
    steps: [t('orderReady.stepWifi'), t('orderReady.stepClock'), t('orderReady.stepName'), t('orderReady.stepArrival')],
  }
}
