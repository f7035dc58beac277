import { getTranslations } from 'next-intl/server'
import { ownTitle } from '#app/(private)/own-title.ts'
import { FinanceTabs } from '#components/finance/admin/finance-filters.tsx'
import { MoneyDiscrepanciesPanel } from '#components/finance/admin/status-panel.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import { filterAddress } from '#components/ui/admin/filter-address.ts'
import { Link } from '#components/ui/admin/link.tsx'
import { ExportLink, SearchForm } from '#components/ui/admin/list-page.tsx'
import { privateLocale } from '#lib/auth/private-locale.ts'
import { can } from '#lib/core/rules/caller.ts'
import { isSearchRefused } from '#lib/orders/queries/searched.ts'
import { MONEY_PART_NAMES, type MoneyFilter, moneyFilterSchema } from '#lib/payments/rules/money-discrepancies.ts'
import { getMoneyDiscrepancies } from '#lib/reconciliation/queries/admin-money-discrepancies.ts'
import { SearchRefused } from '../../list.tsx'
import { staffWith } from '../../staff.ts'

export const generateMetadata = () => ownTitle('admin-finance', (t) => t('payments.title'))

const PATH = '/admin/finance/payments'

export default async function PaymentsPage({ searchParams }: PageProps<'/admin/finance/payments'>) {
  const filter = moneyFilterSchema.parse(await searchParams)
  const { part: paged, q, after } = filter
  const staff = await staffWith('costs.see', filterAddress(PATH, filter))
  await privateLocale()
  if (await isSearchRefused(staff, filter.q)) return <SearchRefused back="/admin/finance/payments" />
  const found = await getMoneyDiscrepancies(staff, filter)
  const t = await getTranslations('admin-finance')
  const tBulk = await getTranslations('admin-bulk.search')

  return (
    <>
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
        <Link className="btn" href="/admin/reconciliation?view=findings">
          {t('payments.settle')}
        </Link>
        <ExportLink list="payments" query={filterAddress('', { q }).slice(1)} label={t('payments.export')} />
      </div>
      <FinanceTabs here="payments" />
      <SearchForm
        {...{ action: PATH, text: q, maxLength: 254, dir: 'ltr' }}
        label={tBulk(can(staff, 'persons.see') ? 'withEmail' : 'label')}
        all={PATH}
      />
      <div className="grid min-w-0 content-start gap-4">
        {MONEY_PART_NAMES.map((part) => (
          <MoneyDiscrepanciesPanel
            key={part}
            id={part}
            title={t(`payments.${part}.title`)}
            empty={q === '' ? t(`payments.${part}.empty`) : tBulk('none')}
            part={found[part]}
            pages={{
              first: paged === part && after !== null ? addressOf({ part, q, after: null }) : null,
              next: found[part].next ? addressOf({ part, q, after: found[part].next }) : null,
            }}
          />
        ))}
      </div>
    </>
  )
}

/** A page of one part, with the part in sight. */
function addressOf(filter: MoneyFilter): string {
  return `${filterAddress(PATH, filter)}#${filter.part}`
}
