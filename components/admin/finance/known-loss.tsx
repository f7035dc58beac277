import { useTranslations } from 'next-intl'
import { ExactSum } from '#components/admin/exact-sum.tsx'
import type { LossSum } from '#lib/domain/loss-ledger.ts'

/** What the known losses add up to, and below it how many are not known. */
export function KnownLoss({ sum: { amount, currency, unknown } }: { sum: LossSum }) {
  const t = useTranslations('admin-finance')

  return (
    <>
      {amount === null ? null : <ExactSum amount={amount} currency={currency} />}
      {unknown === 0 ? null : <span className="a-risk a-soft">{t('losses.unknowns', { count: unknown })}</span>}
    </>
  )
}
