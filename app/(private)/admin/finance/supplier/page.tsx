import { getTranslations } from 'next-intl/server'
import { StaffMessages } from '#app/(private)/staff-messages.tsx'
import { AmountForm } from '#components/admin/finance/amount-form.tsx'
import { FinanceTabs } from '#components/admin/finance/finance-tabs.tsx'
import { LedgerTable } from '#components/admin/finance/ledger-table.tsx'
import { StandingPanel } from '#components/admin/finance/standing-panel.tsx'
import { Panel } from '#components/admin/panel.tsx'
import { privateLocale } from '#lib/i18n/private-locale.ts'
import { getSupplierPage } from '#lib/queries/admin-finance-supplier.ts'
import { ownTitle } from '../../admin-title.ts'
import { staffWith } from '../../staff.ts'
import '../finance.css'

export const generateMetadata = () => ownTitle('admin-finance', (t) => t('supplier.title'))

export default async function SupplierPage() {
  const staff = await staffWith('costs.see', '/admin/finance/supplier')
  const locale = await privateLocale()
  const { standings, currency, floor, mayBook, credits, entries } = await getSupplierPage(staff)
  const t = await getTranslations({ locale, namespace: 'admin-finance' })

  return (
    <StaffMessages namespace="admin-finance">
      <div className="a-head">
        <h1>{t('supplier.title')}</h1>
        <p className="a-meta">{t('supplier.lead')}</p>
      </div>
      <FinanceTabs here="supplier" />
      <div className="a-cols a-cols-side a-finance">
        <div className="a-stack">
          {standings.map((standing) => (
            <StandingPanel
              key={standing.currency}
              standing={standing}
              floor={standing.currency === currency ? floor : null}
            />
          ))}
          <Panel id="credits" title={t('supplier.expectedCredits')}>
            {credits.length === 0 ? (
              <p className="a-emptyline">{t('supplier.noCredits')}</p>
            ) : (
              <LedgerTable rows={credits} label={t('supplier.expectedCredits')} canConfirm={mayBook} />
            )}
          </Panel>
          <Panel id="entries" title={t('supplier.newest', { count: entries.length })}>
            {entries.length === 0 ? (
              <p className="a-emptyline">{t('supplier.noEntries')}</p>
            ) : (
              <LedgerTable rows={entries} label={t('supplier.title')} canConfirm={false} />
            )}
          </Panel>
        </div>
        {mayBook ? (
          <div className="a-stack">
            {(['deposit', 'withdrawal', 'floor'] as const).map((act) => (
              <section key={act} className="a-panel" aria-label={t(`supplier.${act}.submit`)}>
                <AmountForm act={act} currency={currency} initial={act === 'floor' ? (floor ?? '') : ''} />
              </section>
            ))}
          </div>
        ) : null}
      </div>
    </StaffMessages>
  )
}
