'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { ActionMessage, Form } from '#components/ui/admin/form.tsx'
import { sumText } from '#components/ui/admin/money-amount.tsx'
import { useAction } from '#components/ui/admin/use-action.ts'
import { Button } from '#components/ui/button.tsx'
import { ChoiceField } from '#components/ui/choice-field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { useTag } from '#components/ui/use-tag.ts'
import { type CurrencyCode, currencyCodes, parseCurrency } from '#lib/core/rules/currency.ts'
import type { Money } from '#lib/core/rules/money.ts'
import { noteTransfer } from '#lib/orders/client/admin.ts'
import type { AdminTransfer } from '#lib/payments/queries/admin-transfers.ts'
import { latestBankDay } from '#lib/payments/rules/payment.ts'

/** Notes the arrival of a transfer. Another sum than asked for is said before it is sent. */
export function TransferForm({ transfer, now }: { transfer: AdminTransfer; now: Date }) {
  const t = useTranslations('admin.transfer')
  const sumOf = useSums()
  const { asked: price, received, paymentId } = transfer
  const [currency, setCurrency] = useState<CurrencyCode>(received?.currency ?? price.currency)
  const isOther = currency !== price.currency
  // What is still missing: after a first part, the rest.
  const asked = isOther ? null : { ...price, minor: price.minor - (received?.minor ?? 0) }
  const isPaid = asked !== null && asked.minor <= 0
  const note = useAction({
    send: ({ amount: amountMinor, day, bank }: { amount: number; day: string; bank: string }) =>
      noteTransfer(paymentId, {
        ...{ amountMinor, currency, receivedOn: day },
        ...(bank === '' ? {} : { bankReference: bank }),
      }),
    roomTexts: t,
    tell: ({ fits }) => {
      if (transfer.hasEnded || isPaid) return { tone: 'wait', text: t('notedEnded') }

      return fits ? t('noted') : { tone: 'wait', text: t('notedDifferent') }
    },
  })
  // What came of the first part stays to be read.
  const [wasOpen] = useState(received === null)
  const isOpen = note.message === null || note.message.tone === 'bad'
  const isDifferent = (minor: number | null) => minor !== null && !isPaid && minor !== asked?.minor

  return (
    <details open={wasOpen}>
      <summary className="a-link" hidden={wasOpen}>
        {t('further')}
      </summary>
      <div className={`grid grid-cols-1 gap-3 ${wasOpen ? '' : 'pt-3'}`}>
        <ActionMessage message={note.message} variant="notice" />
        {!isOpen && received !== null ? (
          <p>
            <Button onClick={note.clear}>{t('further')}</Button>
          </p>
        ) : null}
        {isOpen && received === null ? (
          <ChoiceField
            id={`currency-${paymentId}`}
            name="currency"
            label={t('currency')}
            value={currency}
            onChange={({ target }) => setCurrency(parseCurrency(target.value) ?? price.currency)}
            options={currencyCodes.map((code) => [code, code] as const)}
          />
        ) : null}
        {isOpen ? (
          <Form
            className="grid gap-3 max-w-160 grid-cols-[repeat(auto-fit,minmax(min(100%,13rem),1fr))] items-start *:last:col-span-full"
            action={note}
            message={null}
            fields={[
              {
                kind: 'amount',
                name: 'amount',
                label: t('amount', { currency }),
                hint: t('amountHint'),
                wrong: t('amountMissing', { example: sumOf({ ...price, currency }, 'bare') }),
                currency,
              },
              {
                kind: 'text',
                name: 'bank',
                label: t('bank'),
                hint: t('bankHint'),
                maxLength: 64,
                isOptional: received === null,
                reasons: ['reference_needed'],
              },
              {
                kind: 'date',
                name: 'day',
                label: t('date'),
                wrong: t('dateMissing'),
                defaultValue: now.toISOString().slice(0, 10),
                max: latestBankDay(now),
              },
            ]}
            press={({ amount }) => t(isDifferent(amount) ? 'submitDifferent' : 'submit')}
            busy={t('sending')}
          >
            {({ amount }) => (
              <div className="col-span-full empty:hidden" role="status">
                {amount !== null && asked && isDifferent(amount) ? (
                  <Notice tone="wait">{t(...difference({ ...asked, minor: amount }, asked, sumOf))}</Notice>
                ) : null}
              </div>
            )}
          </Form>
        ) : null}
      </div>
    </details>
  )
}

type SumOf = (amount: Money, check?: 'bare') => string

function difference(amount: Money, asked: Money, sumOf: SumOf): ['less' | 'more', { difference: string }] {
  const minor = Math.abs(amount.minor - asked.minor)

  return [amount.minor < asked.minor ? 'less' : 'more', { difference: sumOf({ ...asked, minor }) }]
}

function useSums(): SumOf {
  const tag = useTag()

  return ({ minor, currency }, check) => {
    const text = sumText(minor, currency, tag)

    return check === 'bare' ? text : `${text}\u00a0${currency}`
  }
}
