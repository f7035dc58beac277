import { getTranslations } from 'next-intl/server'
import { FinanceTabs } from '#components/admin/finance/finance-tabs.tsx'
import { MoneyFindingsPanel } from '#components/admin/finance/money-findings.tsx'
import { GoLink } from '#components/admin/go-link.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import { privateLocale } from '#lib/i18n/private-locale.ts'
import { getMoneyFindings } from '#lib/queries/admin-money-findings.ts'
import { ownTitle } from '../../admin-title.ts'
import { staffWith } from '../../staff.ts'
import '../finance.css'

export const generateMetadata = () => ownTitle('admin-finance', (t) => t('payments.title'))

export default async function PaymentsPage() {
  const staff = await staffWith('costs.see', '/admin/finance/payments')
  await privateLocale()
  const found = await getMoneyFindings(staff)
  const t = await getTranslations('admin-finance')

  return (
    <div className="a-finance">
      <div className="a-head">
        <h1>{t('payments.title')}</h1>
        <p className="a-meta">
          {t('payments.lead')}{' '}
          {found.comparedAt
            ? t.rich('payments.compared', {
                at: () => (found.comparedAt ? <LocalTime at={found.comparedAt} show="moment" /> : null),
              })
            : t('payments.never')}
        </p>
        <GoLink className="btn" href="/admin/reconciliation?view=findings">
          {t('payments.settle')}
        </GoLink>
      </div>
      <FinanceTabs here="payments" />
      <div className="a-stack">
        {(['paymentsWithoutOrder', 'ordersWithoutPayment', 'sumsDiffer'] as const).map((part) => (
          <MoneyFindingsPanel
            key={part}
            id={part}
            title={t(`payments.${part}.title`)}
            empty={t(`payments.${part}.empty`)}
            part={found[part]}
          />
        ))}
      </div>
    </div>
  )
}
