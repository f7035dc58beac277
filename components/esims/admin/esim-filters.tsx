import { useTranslations } from 'next-intl'
import { LocalTime } from '#components/orders/local-time.tsx'
import { filterAddress } from '#components/ui/admin/filter-address.ts'
import { knownLabel } from '#components/ui/admin/known-label.ts'
import { Link } from '#components/ui/admin/link.tsx'
import { dayFields, type ListAt, ListFilters, Pager } from '#components/ui/admin/list-page.tsx'
import { ListTable } from '#components/ui/admin/list-table.tsx'
import { Panel } from '#components/ui/admin/panel.tsx'
import { CustomerLink } from '#components/ui/admin/record-links.tsx'
import { ESIM_CANCEL_STATES } from '#lib/cancellations/rules/cancellation-readings.ts'
import type { AdminEsimPage, EsimReading } from '#lib/esims/queries/admin-esims.ts'
import type { EsimFilter } from '#lib/esims/rules/admin-esims.ts'
import { viewAddress } from '#lib/settings/rules/saved-view.ts'

/** Says whose eSIMs are listed when the page of a customer has led here, and the way back to all of them. */
export function EsimsOfCustomer({ id, name }: { id: string; name: string | null }) {
  const t = useTranslations('admin-desk.cards')

  return (
    <p className="a-filters a-meta">
      <span>{t.rich('ofCustomer', { customer: () => <CustomerLink id={id} name={name} /> })}</span>
      <Link className="a-link" href={viewAddress('cards')}>
        {t('toAll')}
      </Link>
    </p>
  )
}

/** Which eSIMs are meant. */
export function EsimFilters({ list }: { list: ListAt<EsimFilter> }) {
  const t = useTranslations('admin-desk.cards')
  const tAdmin = useTranslations('admin')
  const any = tAdmin('label.all')
  const opened = [['yes', t('filter.yes')] as const, ['no', tAdmin('label.codeNotShown')] as const]
  const states = ESIM_CANCEL_STATES.map((state) => [state, knownLabel(tAdmin, 'cancel', state)] as const)

  return (
    <ListFilters
      {...{ list, send: tAdmin('label.filter'), clear: { label: tAdmin('label.clear') } }}
      fields={[
        { name: 'opened', label: tAdmin('label.opened'), any, options: opened },
        { name: 'state', label: tAdmin('label.return'), any, options: states },
        ...dayFields(t('filter.from'), t('filter.to')),
      ]}
    />
  )
}

const WIDTH = 600
const HEIGHT = 120

type UsageCurveProps = AdminEsimPage['readings'] & { esimId: string }

/** What the network said about the use of the plans on an eSIM: a curve for each plan, and the same in figures. */
export function UsageCurve({ esimId, rows: readings, all, isFirst, older }: UsageCurveProps) {
  const t = useTranslations('admin-desk.card')
  const tLabel = useTranslations('admin.label')
  const esims = useTranslations('admin-desk.cards')
  const plans = [...new Set(readings.map(({ orderNum }) => orderNum))]
  const address = (from: string | null) => `${filterAddress(`/admin/esims/${esimId}`, { readings: from })}#card-usage`
  const amount = (mb: number | null) => (mb === null ? t('notReported') : esims('megabytes', { mb }))

  return (
    <Panel
      id="card-usage"
      title={esims('used')}
      hint={t('usageHint')}
      beside={readings.length < all ? <Stretch readings={readings} all={all} /> : null}
    >
      {readings.length === 0 ? <p className="a-emptyline">{t('usageNone')}</p> : null}
      {plans.map((plan) => {
        const rows = readings.filter(({ orderNum }) => orderNum === plan)

        return (
          <div key={plan}>
            <Curve readings={rows} />
            <ListTable
              label={`${tLabel('providerOrder')} ${plan}`}
              rows={rows}
              first={[
                { head: tLabel('read'), isName: true, cell: ({ readAt }) => <LocalTime at={readAt} show="moment" /> },
                { head: tLabel('providerOrder'), cell: ({ orderNum }) => <bdi className="a-id">{orderNum}</bdi> },
                { head: esims('used'), className: 'a-num', cell: ({ usedMb }) => amount(usedMb) },
                { head: t('ofPlan'), className: 'a-num a-soft', cell: ({ totalMb }) => amount(totalMb) },
              ]}
            />
          </div>
        )
      })}
      <Pager
        label={tLabel('pages')}
        before={isFirst ? null : { href: address(null), label: tLabel('newest') }}
        next={older ? { href: address(older), label: tLabel('older') } : null}
      />
    </Panel>
  )
}

/** How many of all readings are shown, and from which time they are. */
function Stretch({ readings, all }: { readings: EsimReading[]; all: number }) {
  const t = useTranslations('admin-desk.card')
  const [newest, oldest] = [readings.at(0), readings.at(-1)]
  if (!newest || !oldest) return null

  return (
    <span className="a-meta">
      {t.rich('usageShown', {
        shown: readings.length,
        all,
        from: () => <LocalTime at={oldest.firstReadAt} show="moment" />,
        to: () => <LocalTime at={newest.readAt} show="moment" />,
      })}
    </span>
  )
}

/** The readings drawn over time, up to the amount of the plan where that is known. One moment alone is no curve. */
function Curve({ readings }: { readings: EsimReading[] }) {
  const points = readings
    .flatMap(({ usedMb, firstReadAt, readAt }) =>
      usedMb === null ? [] : [firstReadAt, readAt].map((at) => ({ at: at.getTime(), mb: usedMb })),
    )
    .sort((a, b) => a.at - b.at)
  const [first, last] = [points.at(0)?.at ?? 0, points.at(-1)?.at ?? 0]
  const max = Math.max(1, ...points.map(({ mb }) => mb), ...readings.map(({ totalMb }) => totalMb ?? 0))
  if (last === first) return null
  const place = ({ at, mb }: (typeof points)[number]) =>
    `${(((at - first) / (last - first)) * WIDTH).toFixed(1)},${(HEIGHT - (mb / max) * HEIGHT).toFixed(1)}`

  // The table below says the same.
  return (
    <svg
      className="block h-30 w-full fill-none px-3.5 py-2 *:stroke-hair *:[vector-effect:non-scaling-stroke] rtl:-scale-x-100 [&>polyline]:stroke-ink [&>polyline]:stroke-2"
      viewBox={`0 -4 ${WIDTH} ${HEIGHT + 8}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={`M0 ${HEIGHT}H${WIDTH}M0 0H${WIDTH}`} />
      <polyline points={points.map(place).join(' ')} />
    </svg>
  )
}
