import { runUntilIdle } from '#lib/worker/runner.ts'
import { type MailSink, startMailSink } from '#sandbox/mail/server.ts'
import { type Sale, sell, startSale } from '#tests/support/sale.ts'
import { changeSettings } from '#tests/support/shop.ts'

/** The eSIMs of the flow whose order call gets no answer: by their number the provider tells it from the others. */
export const LOST_COUNT = 3

/** A shop whose flows can be played: both ways to pay, a mail server, and orders that can be found by our reference. */
export type CrashSale = Sale & { sink: MailSink }

export async function startCrashSale(): Promise<CrashSale> {
  const sink = await startMailSink()
  const sale = await startSale({
    // Half an hour is six seconds, and so is the shortest lease.
    TIME_SCALE: '300',
    BANK_TRANSFER_HOLDER: 'Landfall Ltd',
    BANK_TRANSFER_ACCOUNT: 'DE00 1234',
    PAYMENT_PROVIDERS: 'test,bank_transfer',
    SMTP_URL: `smtp://${sink.host}:${sink.smtpPort}`,
  })
  await sell(sale)
  const match = { count: String(LOST_COUNT) }
  sale.shop.provider.control.addFault({ path: 'addEsimOrder', when: 'after', kind: 'reset', match, times: 100_000 })
  const close = async () => {
    await sale.close()
    await sink.close()
  }

  return { ...sale, sink, close }
}

/** Does what is due beside the flows, such as events that came behind their end. No mails: these need a compiled process. */
export async function workOffRest({ shop }: CrashSale): Promise<void> {
  changeSettings({ SMTP_URL: '' })
  await runUntilIdle()
  changeSettings({ SMTP_URL: shop.settings.SMTP_URL ?? '' })
}
