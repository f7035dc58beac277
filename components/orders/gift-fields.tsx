'use client'

import { useTranslations } from 'next-intl'
import { AreaField, TextField } from '#components/ui/field.tsx'
import { isAddressShaped } from '#lib/checkout/rules/email-shape.ts'
import { withoutMarks } from '#lib/core/rules/typed-text.ts'
import { GIFT_LENGTHS, GIFT_LINK, type GiftInput, giftDueAt } from '#lib/orders/rules/gift.ts'

export const NO_GIFT: GiftInput = { email: '', from: '', message: '', sendOn: '' }

/** What is wrong with a gift as it was typed, and where; `null` where nothing is. */
export type GiftProblem = { field: keyof GiftInput; problem: 'missing' | 'link' | 'late' } | null

export function problemOf({ email, from, message, sendOn }: GiftInput): GiftProblem {
  if (!isAddressShaped(email)) return { field: 'email', problem: 'missing' }
  if (withoutMarks(from) === '') return { field: 'from', problem: 'missing' }
  if (GIFT_LINK.test(from)) return { field: 'from', problem: 'link' }
  if (GIFT_LINK.test(message)) return { field: 'message', problem: 'link' }
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()

  return giftDueAt(sendOn, { timeZone, now: new Date() }) ? null : { field: 'sendOn', problem: 'late' }
}

/** Puts the focus where a gift has to be mended. */
export function focusGift({ field }: NonNullable<GiftProblem>): void {
  document.getElementById(`gift-${field}`)?.focus()
}

type GiftFieldsProps = { gift: GiftInput; problem: GiftProblem; onChange: (gift: GiftInput) => void }

/** To whom the eSIMs go, from whom, with which words, and when. */
export function GiftFields({ gift, problem, onChange }: GiftFieldsProps) {
  const t = useTranslations('order.gift')
  const field = (name: keyof GiftInput) => ({
    id: `gift-${name}`,
    label: t(name),
    value: gift[name],
    error: problem?.field === name ? t(problem.problem) : null,
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...gift, [name]: target.value }),
  })

  return (
    <div className="mt-2.5 mb-3 grid gap-4">
      <div className="grid items-start gap-4 min-[560px]:grid-cols-2">
        <TextField {...field('email')} type="email" inputMode="email" autoComplete="off" spellCheck={false} />
        <TextField {...field('from')} dir="auto" autoComplete="name" maxLength={GIFT_LENGTHS.from} />
      </div>
      <AreaField {...field('message')} dir="auto" rows={3} maxLength={GIFT_LENGTHS.message} />
      <TextField {...field('sendOn')} type="date" hint={t('sendOnHint')} className="max-w-56" />
    </div>
  )
}
