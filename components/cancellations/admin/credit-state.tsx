import { useTranslations } from 'next-intl'
import { ledgerAddress } from '#components/finance/admin/finance-filters.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import { ExactSum } from '#components/ui/admin/exact-sum.tsx'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import { Mark } from '#components/ui/admin/mark.tsx'
import type { ReturnCredit } from '#lib/finance/rules/provider-ledger.ts'

type Confirmation = Pick<ReturnCredit, 'confirmedAt' | 'confirmedBy'>

/** Whether a credit is only expected yet, or who saw it on the account. */
export function CreditState({ confirmedAt, confirmedBy }: Confirmation) {
  const t = useTranslations('admin-desk.credit')
  if (!confirmedAt) return <Mark tone="wait">{t('open')}</Mark>

  return (
    <Mark tone="ok">
      <span>
        {t.rich('confirmed', { by: confirmedBy ?? '-', at: () => <LocalTime at={confirmedAt} show="moment" /> })}
      </span>
    </Mark>
  )
}

/** What the supplier owes for an eSIM that went back with others of its request: the ledger has one entry for them all. */
export function EsimCredit({ credit, count }: { credit: ReturnCredit; count: number }) {
  const t = useTranslations('admin-desk.credit')

  return (
    <p className="a-row">
      <GoLink className="a-link" href={ledgerAddress({ q: credit.id })}>
        {t('ofCards', { count })}
      </GoLink>
      <ExactSum amount={credit.amount} currency={credit.currency} />
      <CreditState {...credit} />
    </p>
  )
}
