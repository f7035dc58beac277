import { useTranslations } from 'next-intl'
import { HideToggle } from '#components/catalog/admin/hide-toggle.tsx'
import { PlanName, usePlanText } from '#components/orders/admin/plan-name.tsx'
import { useRuleLabels } from '#components/pricing/admin/rule-labels.ts'
import { exactText } from '#components/ui/admin/exact-text.ts'
import { filterAddress } from '#components/ui/admin/filter-address.ts'
import { knownLabel } from '#components/ui/admin/known-label.ts'
import { Link } from '#components/ui/admin/link.tsx'
import { ExportLink, Pager, SearchForm } from '#components/ui/admin/list-page.tsx'
import { type Column, ColumnChoice, ListTable } from '#components/ui/admin/list-table.tsx'
import { ExactSum, MoneyAmount } from '#components/ui/admin/money-amount.tsx'
import { Mark, Panel } from '#components/ui/admin/panel.tsx'
import { DestinationLink } from '#components/ui/admin/record-links.tsx'
import { RelativeTime } from '#components/ui/admin/relative-time.tsx'
import { useTag } from '#components/ui/use-tag.ts'
import type { AdminDestination, AdminPlan } from '#lib/catalog/queries/admin-destinations.ts'
import type { NotOnSale as View } from '#lib/catalog/queries/admin-unsold.ts'
import type { NotOnSaleReason } from '#lib/catalog/rules/on-sale.ts'
import type { ListColumn } from '#lib/core/rules/lists.ts'
import type { PriceView } from '#lib/pricing/rules/admin-pricing.ts'

/** The price of a plan; what it would cost that is not on sale stands struck out. */
export function SalePrice({ sale, currency }: { sale: PriceView; currency: string }) {
  const t = useTranslations('admin.label')
  const minor = sale.price?.minor ?? sale.wouldBeMinor
  const text = minor === null ? t('none') : <MoneyAmount minor={minor} currency={currency} bare />

  return sale.price ? text : <span className="a-soft">{text}</span>
}

/** Whether a plan is on sale, or the one reason why it is not. */
export function SaleAnswer({ sale: { reason } }: { sale: PriceView }) {
  const t = useTranslations('admin')
  const own = useTranslations('admin-catalogue')
  if (reason === null) return <Mark tone="ok">{own('list.onSale')}</Mark>

  return <Mark tone={reason === 'below_floor' ? 'stop' : 'plain'}>{t(`unsoldReason.${reason}`)}</Mark>
}

type PlanTableProps = {
  destination: AdminDestination
  hidden: readonly ListColumn<'plans'>[]
  seesCosts: boolean
  mayChange: boolean
}

/** The plans of a destination: what each costs and is sold for, which rule says so, or the one reason why it is not. */
export function PlanTable({ destination, hidden, seesCosts, mayChange }: PlanTableProps) {
  const t = useTranslations('admin-catalogue')
  const tLabel = useTranslations('admin.label')
  const planText = usePlanText()
  const { plans } = destination
  const all = useColumns(destination).filter(({ name }) => seesCosts || !COSTS.includes(name))
  const hide = {
    ...{ head: { head: tLabel('actions'), isHidden: true }, className: 'a-num' },
    cell: ({ id, plan, isHidden }: AdminPlan) => (
      <HideToggle what={{ planId: id }} name={planText(plan)} isHidden={isHidden} />
    ),
  }
  const title = tLabel('planCount', { count: plans.length })

  return (
    <Panel id="plans" title={title} beside={<ColumnChoice list="plans" columns={all} hidden={hidden} />}>
      <ListTable
        label={title}
        className="a-tbl-pin"
        rows={plans}
        empty={t('plans.empty')}
        first={[
          {
            ...{ head: tLabel('plan'), isName: true },
            cell: ({ plan, isDayPass }) => (
              <>
                <PlanName plan={plan} />
                {isDayPass ? <span className="a-soft"> {t('plans.perDay')}</span> : null}
              </>
            ),
          },
        ]}
        {...{ columns: all, hidden, last: mayChange ? [hide] : [] }}
      />
    </Panel>
  )
}

const COSTS: readonly string[] = ['cost', 'margin', 'rule']

function useColumns({ currency, costCurrency, asOf }: AdminDestination): Column<AdminPlan, ListColumn<'plans'>>[] {
  const tag = useTag()
  const t = useTranslations('admin-catalogue.plans')
  const tLabel = useTranslations('admin.label')
  const labels = useRuleLabels(currency)

  return [
    {
      name: 'cost',
      head: t('cost', { currency: costCurrency }),
      className: 'a-num a-soft',
      cell: ({ cost }) => (cost === null ? null : exactText(cost, tag)),
    },
    {
      name: 'price',
      head: t('price', { currency }),
      className: 'a-num',
      cell: ({ sale }) => <SalePrice sale={sale} currency={currency} />,
    },
    {
      name: 'margin',
      head: tLabel('margin'),
      className: 'a-num',
      cell: ({ sale }) => labels.share(sale.marginShare),
    },
    {
      name: 'rule',
      head: tLabel('decidingRule'),
      cell: ({ id, rule }) =>
        rule ? (
          <Link className="a-link" href={`/admin/pricing?why=${id}#why`}>
            {labels.name(rule)}
          </Link>
        ) : (
          tLabel('none')
        ),
    },
    {
      name: 'answer',
      head: t('answer'),
      className: 'whitespace-normal phone:min-w-32',
      cell: (plan) => <OnSale plan={plan} now={asOf} />,
    },
    {
      name: 'facts',
      head: t('facts'),
      className: 'whitespace-normal phone:min-w-32',
      cell: ({ facts }) => <DetailList facts={facts} />,
    },
  ]
}

// Stock is a fact of a moment, and no reason: the plan stays on sale, and every quote asks for it anew.
function OnSale({ plan: { sale, noStock }, now }: { plan: AdminPlan; now: Date }) {
  const t = useTranslations('admin-catalogue.plans')

  return (
    <>
      <SaleAnswer sale={sale} />
      {noStock ? (
        <span className="a-sub">
          {t.rich('noStock', { count: noStock.count, age: () => <RelativeTime since={noStock.at} now={now} /> })}
        </span>
      ) : null}
    </>
  )
}

function DetailList({ facts }: Pick<AdminPlan, 'facts'>) {
  const t = useTranslations('admin')
  const own = useTranslations('admin-catalogue.plans')

  return (
    <details>
      <summary className="a-link inline-flex min-h-(--a-ctl) list-none items-center">{own('facts')}</summary>
      <dl className="grid min-w-64 gap-0.5 py-1 text-small">
        {facts.map(({ key, value }) => (
          <div key={key} className="grid grid-cols-[9rem_minmax(0,1fr)] gap-2">
            <dt className="text-ink-soft">{knownLabel(t, 'planFact', key)}</dt>
            <dd className="wrap-anywhere">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

const PATH = '/admin/catalogue'

type Row = View['plans'][number]
type Hidden = readonly ListColumn<'unsold'>[]
type NotOnSaleProps = {
  view: View
  filter: { reason: NotOnSaleReason | null; q: string }
  /** Whether these are the first ones. */
  isFirst: boolean
  hidden: Hidden
  mayExport: boolean
}

/** Why plans are not on sale: each plan has one answer, the one that shop and quote act upon. */
export function NotOnSale({ view, filter, ...list }: NotOnSaleProps) {
  const t = useTranslations('admin')
  const { reason, q } = filter

  return (
    <div className="grid min-w-0 content-start gap-4">
      <SearchForm
        {...{ action: PATH, text: q, label: t('unsold.search') }}
        kept={{ view: 'unsold', reason }}
        all={unsoldAddress({ reason })}
      />
      <Panel
        id="unsold"
        title={t('unsold.title')}
        hint={t('unsold.counts', { onSale: view.onSale, total: view.total })}
      >
        {view.reasons.length === 0 ? <p className="a-emptyline">{t('unsold.empty')}</p> : null}
        <table className="a-tbl" aria-labelledby="unsold">
          <tbody>
            {view.reasons.map(({ reason: one, count }) => (
              <tr key={one} data-row data-chosen={one === reason ? '' : undefined}>
                <th scope="row">
                  <Link
                    className="a-link"
                    href={unsoldAddress({ reason: one })}
                    aria-current={one === reason ? 'true' : undefined}
                  >
                    {t(`unsoldReason.${one}`)}
                  </Link>
                </th>
                <td className="whitespace-normal phone:min-w-32 a-soft phone:hidden">{t(`unsoldWhy.${one}`)}</td>
                <td className="a-num">{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Panel>
      {reason === null && q === '' ? null : <Plans view={view} filter={filter} {...list} />}
    </div>
  )
}

function Plans({ view, filter, isFirst, hidden, mayExport }: NotOnSaleProps) {
  const t = useTranslations('admin')
  const tBulk = useTranslations('admin-bulk.search')
  const { reason, q } = filter
  const title = reason ? t(`unsoldReason.${reason}`) : t('unsold.anyReason')

  return (
    <Panel
      id="plans"
      title={title}
      beside={<span className="a-meta">{t('label.planCount', { count: view.found })}</span>}
      end={mayExport ? <ExportLink list="unsold" query={filterAddress('', { reason, q }).slice(1)} /> : null}
    >
      {reason ? <p className="p-3.5">{t(`unsoldWhy.${reason}`)}</p> : null}
      <ListTable
        label={title}
        rows={view.plans}
        empty={tBulk('none')}
        first={[
          {
            ...{ head: t('label.destination'), isName: true },
            cell: ({ iso2, skuId, destination }) => <DestinationLink id={skuId} iso2={iso2} name={destination} />,
          },
        ]}
        {...{ columns: useUnsoldColumns(view), hidden }}
      />
      <Pager
        label={t('label.pages')}
        before={isFirst ? null : { href: unsoldAddress(filter), label: t('label.firstPage') }}
        next={view.next ? { href: unsoldAddress({ ...filter, after: view.next }), label: t('unsold.more') } : null}
      />
    </Panel>
  )
}

/** Lets a person choose the columns of the plans that are not on sale. */
export function UnsoldColumns({ hidden, ...currencies }: { hidden: Hidden } & Currencies) {
  return <ColumnChoice list="unsold" columns={useUnsoldColumns(currencies)} hidden={hidden} />
}

type Currencies = { currency: string; costCurrency: string }

function useUnsoldColumns({ currency, costCurrency }: Currencies): Column<Row, ListColumn<'unsold'>>[] {
  const t = useTranslations('admin')

  return [
    { name: 'plan', head: t('label.plan'), cell: ({ plan }) => <PlanName plan={plan} /> },
    {
      name: 'reason',
      head: t('unsold.reason'),
      className: 'whitespace-normal phone:min-w-32',
      cell: ({ sale }) => <SaleAnswer sale={sale} />,
    },
    {
      name: 'cost',
      head: t('planFact.cost'),
      className: 'a-num',
      cell: ({ cost }) =>
        cost === null ? (
          <span className="a-soft">{t('unsold.hidden')}</span>
        ) : (
          <ExactSum amount={cost} currency={costCurrency} />
        ),
    },
    {
      name: 'wouldBe',
      head: t('unsold.wouldBe', { currency }),
      className: 'a-num',
      cell: ({ sale }) => <SalePrice sale={sale} currency={currency} />,
    },
  ]
}

function unsoldAddress(said: { reason?: string | null; q?: string; after?: string }): string {
  return filterAddress(PATH, { view: 'unsold', ...said })
}
