import { useTranslations } from 'next-intl'
import { LocalTime } from '#components/orders/local-time.tsx'
import { filterAddress } from '#components/ui/admin/filter-address.ts'
import { Link } from '#components/ui/admin/link.tsx'
import { dayFields, type ListAt, ListFilters, listAt } from '#components/ui/admin/list-page.tsx'
import { Tabs } from '#components/ui/admin/tabs.tsx'
import {
  FINANCE_BOOKS,
  FINANCE_GROUPS,
  type FinanceBook,
  type FinanceFilter,
  type FinanceRange,
} from '#lib/finance/rules/admin-finance.ts'
import { LEDGER_KINDS, type LedgerFilter } from '#lib/finance/rules/provider-ledger.ts'
import { CREDIT_STATES, REFUND_STATES, type RefundFilter } from '#lib/refunds/rules/refund-ledger.ts'

/** Returns the address of the finance page, or of its export, with a filter in it. */
export function financeAddress(filter: Partial<FinanceFilter> & { what?: string }, base = '/admin/finance'): string {
  return filterAddress(base, filter)
}

/** Returns the address of the supplier ledger with a filter in it. */
export function ledgerAddress(filter: Partial<LedgerFilter>): string {
  return filterAddress('/admin/finance/supplier', filter)
}

/** Which book is meant: the one of real sales, or that of the trial. */
export function useBookField(book: FinanceBook) {
  const t = useTranslations('admin-finance.book')
  const tAdmin = useTranslations('admin')

  return {
    ...{ name: 'book' as const, label: tAdmin('area.orders'), value: book },
    options: FINANCE_BOOKS.map((one) => [one, t(one)] as const),
  }
}

type FinanceFiltersProps = { filter: FinanceFilter; range: FinanceRange; book: FinanceBook }

/** What is added up, of which days and of which orders. */
export function FinanceFilters({ filter, range: { from, to }, book }: FinanceFiltersProps) {
  const t = useTranslations('admin-finance')
  const tLabel = useTranslations('admin.label')

  return (
    <>
      <Tabs
        {...{ label: t('by.label'), all: FINANCE_GROUPS, here: filter.by }}
        name={(by) => t(`by.${by}`)}
        href={(by) => financeAddress({ ...filter, by, key: null, currency: null, after: null })}
      />
      <ListFilters
        list={listAt('finance', { by: filter.by, book, from, to })}
        fields={[useBookField(book), ...dayFields(tLabel('from'), tLabel('to'))]}
        send={tLabel('show')}
      />
    </>
  )
}

/** Which refunds are meant. */
export function RefundFilters({ list, book }: { list: ListAt<RefundFilter>; book: FinanceBook }) {
  const t = useTranslations('admin-finance')
  const tLabel = useTranslations('admin.label')
  const tRefundState = useTranslations('admin.refundState')
  const states = REFUND_STATES.map((state) => [state, tRefundState(state)] as const)
  const credits = CREDIT_STATES.map((state) => [state, t(`refunds.creditState.${state}`)] as const)

  return (
    <ListFilters
      {...{ list, search: {}, send: tLabel('show') }}
      fields={[
        useBookField(book),
        { name: 'state', label: t('refunds.state'), any: tLabel('all'), options: states },
        { name: 'credit', label: t('refunds.credit'), any: tLabel('all'), options: credits },
        ...dayFields(tLabel('from'), tLabel('to')),
      ]}
    />
  )
}

/** Which entries of the supplier ledger are meant, and what a figure that led there has narrowed it to. */
export function LedgerFilters({ list }: { list: ListAt<LedgerFilter> }) {
  const t = useTranslations('admin-finance')
  const tLabel = useTranslations('admin.label')
  const tBulk = useTranslations('admin-bulk.search')
  const behind = useTranslations('admin.orders.behind')
  const { currency, since } = list.filter
  const kinds = LEDGER_KINDS.map((kind) => [kind, t(`supplier.kind.${kind}`)] as const)

  return (
    <ListFilters
      {...{ list, search: { label: t('supplier.search') }, send: tLabel('show') }}
      fields={[
        { name: 'kind', label: tLabel('kind'), any: tLabel('all'), options: kinds },
        ...dayFields(tLabel('from'), tLabel('to')),
      ]}
    >
      {currency === null && since === null ? null : (
        <span className="a-meta">
          {currency}{' '}
          {since ? behind.rich('since', { at: () => <LocalTime at={new Date(since)} show="moment" /> }) : null}{' '}
          <Link className="a-link" href={ledgerAddress({})}>
            {tBulk('all')}
          </Link>
        </span>
      )}
    </ListFilters>
  )
}

const PAGES = {
  figures: '/admin/finance',
  refunds: '/admin/finance/refunds',
  losses: '/admin/finance/losses',
  payments: '/admin/finance/payments',
  months: '/admin/finance/months',
  supplier: '/admin/finance/supplier',
  visits: '/admin/finance/visits',
} as const

/** The pages of the area, on each of them. */
export function FinanceTabs({ here }: { here: keyof typeof PAGES }) {
  const t = useTranslations('admin-finance.page')
  const tAdmin = useTranslations('admin')
  const all = Object.keys(PAGES) as (keyof typeof PAGES)[]

  return <Tabs {...{ label: tAdmin('area.finance'), all, here }} href={(one) => PAGES[one]} name={(one) => t(one)} />
}
