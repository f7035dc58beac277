import { useTranslations } from 'next-intl'
import { lossAddress } from '#components/finance/admin/loss-filters.tsx'
import { ExactSum } from '#components/ui/admin/exact-sum.tsx'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import type { LossFilter, LossSum } from '#lib/finance/rules/loss-ledger.ts'

type KnownLossProps = { sum: LossSum; filter: LossFilter }

/** What the known losses add up to, and below it how many are not known. Each opens the losses behind it. */
export function KnownLoss({ sum: { amount, currency, unknown }, filter }: KnownLossProps) {
  const t = useTranslations('admin-finance')
  const behind = (wanted: LossFilter['amount']) => lossAddress({ ...filter, currency, amount: wanted, after: null })

  return (
    <>
      {amount === null ? null : (
        <GoLink className="a-link" href={behind('known')}>
          <ExactSum amount={amount} currency={currency} />
        </GoLink>
      )}
      {unknown === 0 ? null : (
        <span className="a-risk a-soft">
          <GoLink className="a-link" href={behind('unknown')}>
            {t('losses.unknowns', { count: unknown })}
          </GoLink>
        </span>
      )}
    </>
  )
}
