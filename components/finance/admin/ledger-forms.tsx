'use client'

import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { EditForm, useFieldEdits } from '#components/ui/admin/edit-form.tsx'
import { exactText } from '#components/ui/admin/exact-text.ts'
import { Form } from '#components/ui/admin/form.tsx'
import { useAction } from '#components/ui/admin/use-action.ts'
import { TextField } from '#components/ui/field.tsx'
import { useTag } from '#components/ui/use-tag.ts'
import { call } from '#lib/core/client/request.ts'
import { parseAmountInput } from '#lib/core/rules/amount-input.ts'
import { parseCurrency } from '#lib/core/rules/currency.ts'
import { decimal, parseDecimal } from '#lib/core/rules/decimal.ts'
import { money, toDecimalText } from '#lib/core/rules/money.ts'
import { setFloor } from '#lib/finance/client/finance.ts'
import type { bookProviderTransferCall } from '#lib/finance/schema.ts'
import { randomKey } from '#lib/orders/client/order-key.ts'

/** One amount in the supplier's currency, paid to it or taken back. */
export function AmountForm({ act, currency }: { act: 'deposit' | 'withdrawal'; currency: string }) {
  const t = useTranslations('admin-finance.supplier')
  // The same amount keeps its id until it is known to be booked: sent twice, it is booked once.
  const kept = useRef<{ id: string; amount: string } | null>(null)
  const code = parseCurrency(currency)
  const book = useAction({
    send: async ({ amount: minor }: { amount: number }) => {
      const amount = code ? toDecimalText(money(minor, code)) : ''
      if (kept.current?.amount !== amount) kept.current = { id: randomKey(), amount }

      return call<typeof bookProviderTransferCall>('POST /api/admin/finance/ledger', { body: { act, ...kept.current } })
    },
    onDone: () => {
      kept.current = null
    },
  })

  return (
    <Form
      className="grid gap-3 p-3.5"
      action={book}
      fields={[
        {
          kind: 'amount',
          name: 'amount',
          label: t(`${act}.label`, { currency }),
          hint: t(`${act}.hint`),
          wrong: t('unreadable'),
          currency,
        },
      ]}
      press={t(`${act}.submit`)}
      tone="outline"
    />
  )
}

const KEY = 'floor'

/** The balance under which no payments are taken. It may be left empty: then there is none. */
export function FloorForm({ floor, currency }: { floor: string | null; currency: string }) {
  const t = useTranslations('admin-finance.supplier.floor')
  const wrong = useTranslations('admin-finance.supplier')
  const tag = useTag()
  const [isWrong, setWrong] = useState(false)
  const edits = useFieldEdits<string | null, string>({ [KEY]: floor }, (_, typed) => floorOf(typed, currency))
  const [change] = edits.changes

  function check(): string | null {
    const isFine = change?.value == null || parseDecimal(change.value) !== null
    setWrong(!isFine)

    return isFine ? null : KEY
  }

  return (
    <EditForm
      {...{ edits, check }}
      save={async ([one]) => one && setFloor({ amount: one.value ?? '', seen: one.seen })}
      nameOf={() => t('name')}
      say={(value) => {
        if (value === null) return t('none')

        return parseDecimal(value) === null ? value : `${exactText(value, tag)} ${currency}`
      }}
      press={t('submit')}
    >
      <TextField
        id={KEY}
        label={t('label', { currency })}
        hint={t('hint')}
        error={isWrong ? wrong('unreadable') : null}
        value={edits.typed(KEY) ?? floor ?? ''}
        inputMode="decimal"
        autoComplete="off"
        dir="ltr"
        onChange={({ target }) => {
          edits.type(KEY, target.value)
          setWrong(false)
        }}
      />
    </EditForm>
  )
}

/** The floor that is typed, as it is stored; what is no amount stays as it was typed. */
function floorOf(typed: string, currency: string): string | null {
  if (typed.trim() === '') return null
  const code = parseCurrency(currency)
  const amount = code && parseAmountInput(typed, code)

  return amount ? decimal(toDecimalText(amount)) : typed
}
