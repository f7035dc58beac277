'use client'

import { useLocale, useTranslations } from 'next-intl'
import { ActionMessage, Form } from '#components/ui/admin/form.tsx'
import { sumText } from '#components/ui/admin/money-amount.tsx'
import { useAction } from '#components/ui/admin/use-action.ts'
import { Notice } from '#components/ui/notice.tsx'
import { toLocale } from '#lib/core/i18n/config.ts'
import { intlTag } from '#lib/core/i18n/formats.ts'
import type { Money } from '#lib/core/rules/money.ts'
import { noteTransfer } from '#lib/orders/client/admin.ts'
import type { AdminTransfer } from '#lib/payments/rules/money-discrepancies.ts'

/** Notes the arrival of a transfer. Another sum than asked for is said before it is sent. `today` is a day in UTC. */
export function TransferForm({ transfer, today }: { transfer: AdminTransfer; today: string }) {
  const t = useTranslations('admin.transfer')
  const sumOf = useSums()
  const { asked, paymentId } = transfer
  const note = useAction({
    send: ({ amount: amountMinor, day }: { amount: number; day: string }) =>
      noteTransfer(paymentId, { amountMinor, currency: asked.currency, receivedOn: day }),
    roomTexts: t,
    tell: ({ fits }) => {
      if (transfer.hasEnded) return { tone: 'wait', text: t('notedEnded') }

      return fits ? t('noted') : { tone: 'wait', text: t('notedDifferent') }
    },
  })
  const isOpen = transfer.received === null && (note.message === null || note.message.tone === 'bad')
  const isDifferent = (minor: number | null) => minor !== null && minor !== asked.minor

  return (
    <>
      <ActionMessage message={note.message} variant="notice" />
      {isOpen ? (
        <Form
          className="grid gap-3 max-w-160 grid-cols-[repeat(auto-fit,minmax(min(100%,13rem),1fr))] items-start *:last:col-span-full"
          action={note}
          message={null}
          fields={[
            {
              kind: 'amount',
              name: 'amount',
              label: t('amount', { currency: asked.currency }),
              hint: t('amountHint'),
              wrong: t('amountMissing', { example: sumOf(asked, 'bare') }),
              currency: asked.currency,
            },
            { kind: 'date', name: 'day', label: t('date'), wrong: t('dateMissing'), defaultValue: today, max: today },
          ]}
          press={({ amount }) => t(isDifferent(amount) ? 'submitDifferent' : 'submit')}
          busy={t('sending')}
        >
          {({ amount }) => (
            <div className="col-span-full empty:hidden" role="status">
              {amount !== null && isDifferent(amount) ? (
                <Notice tone="wait">{t(...difference({ ...asked, minor: amount }, asked, sumOf))}</Notice>
              ) : null}
            </div>
          )}
        </Form>
      ) : null}
    </>
  )
}

type SumOf = (amount: Money, check?: 'bare') => string

function difference(amount: Money, asked: Money, sumOf: SumOf): ['less' | 'more', { difference: string }] {
  const minor = Math.abs(amount.minor - asked.minor)

  return [amount.minor < asked.minor ? 'less' : 'more', { difference: sumOf({ ...asked, minor }) }]
}

function useSums(): SumOf {
  const tag = intlTag(toLocale(useLocale()))

  return ({ minor, currency }, check) => {
    const text = sumText(minor, currency, tag)

    return check === 'bare' ? text : `${text}\u00a0${currency}`
  }
}
