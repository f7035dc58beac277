import { useTranslations } from 'next-intl'
import { PlanName } from '#components/orders/admin/plan-name.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import { RateForm } from '#components/pricing/admin/draft-bar.tsx'
import { useRuleLabels } from '#components/pricing/admin/rule-labels.ts'
import { Link } from '#components/ui/admin/link.tsx'
import { Pager } from '#components/ui/admin/list-page.tsx'
import { ListTable } from '#components/ui/admin/list-table.tsx'
import { Mark, Panel, SplitRows } from '#components/ui/admin/panel.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { PricingView } from '#lib/pricing/queries/admin-pricing.ts'
import type { PreviewView } from '#lib/pricing/queries/admin-pricing-names.ts'

const SHOWN = 5

/** The plans whose rule ends under its floor today, because cost or rate has moved. Those of partners are no list elsewhere. */
export function FloorPanel({ view: { underFloor, currency } }: { view: PricingView }) {
  const t = useTranslations('admin-pricing')
  const tBulk = useTranslations('admin-bulk.search')
  const { shelf, partners } = underFloor

  return (
    <Panel id="floor" title={t('floor.title', { count: shelf.length })}>
      {shelf.length + partners.length === 0 ? <p className="a-emptyline">{t('floor.empty')}</p> : null}
      <FloorList rows={shelf.slice(0, SHOWN)} currency={currency} />
      {shelf.length > SHOWN ? (
        <p className="a-emptyline">
          <Link className="a-link" href="/admin/catalogue?view=unsold&reason=below_floor">
            {tBulk('all')}
          </Link>
        </p>
      ) : null}
      {partners.length > 0 ? (
        <details>
          <summary className="a-link a-emptyline min-h-(--a-ctl)">
            {t('floor.partners', { count: partners.length })}
          </summary>
          <FloorList rows={partners} currency={currency} />
        </details>
      ) : null}
    </Panel>
  )
}

function FloorList({ rows, currency }: { rows: PreviewView[]; currency: string }) {
  const t = useTranslations('admin-pricing')
  const labels = useRuleLabels(currency)

  return (
    <SplitRows className="*:last:border-b-0">
      {rows.map((row) => (
        <li key={row.id}>
          <span className="flex-[1_1_10rem]">
            <Link className="a-link" href={`/admin/pricing?why=${row.id}#why`}>
              <bdi>{row.destination}</bdi> <PlanName plan={row.plan} />
            </Link>
            <span className="a-sub">{t('floor.notSold')}</span>
          </span>
          <span className="a-num text-rust">{labels.share(row.after.marginShare)}</span>
        </li>
      ))}
    </SplitRows>
  )
}

/** The drafts that somebody has begun, and those that wait for their time. */
export function OpenDrafts({ view }: { view: PricingView }) {
  const t = useTranslations('admin-pricing')
  const tAdmin = useTranslations('admin')
  const others = view.drafts.filter(({ id }) => id !== view.draft?.id)
  if (others.length === 0) return null

  return (
    <Panel id="drafts" title={t('drafts.title')}>
      <SplitRows className="*:last:border-b-0">
        {others.map((draft) => (
          <li key={draft.id}>
            <span className="flex-[1_1_10rem]">
              <Link className="a-link" href={`/admin/pricing?draft=${draft.id}`}>
                {t('drafts.one', { count: draft.rules, by: draft.by ?? tAdmin('actor.anonymous') })}
              </Link>
              <span className="a-sub">
                {draft.dueAt && draft.state === 'scheduled' ? (
                  t.rich('draft.planned', {
                    at: () => (draft.dueAt ? <LocalTime at={draft.dueAt} show="date_time" /> : null),
                  })
                ) : (
                  <LocalTime at={draft.at} show="date_time" />
                )}
              </span>
            </span>
            <Mark tone={draft.state === 'stopped' ? 'stop' : draft.state === 'scheduled' ? 'wait' : 'plain'}>
              {t(`drafts.state.${draft.state}`)}
            </Mark>
          </li>
        ))}
      </SplitRows>
    </Panel>
  )
}

type Rate = { id: string; rate: string; source: string; asOf: string | null; by: string | null; at: Date }
type RatePanelsProps = {
  from: string
  to: string
  /** The one that counts. */
  now: string | null
  rates: Rate[]
  isFirst: boolean
  /** The id behind which the next page begins. */
  older: string | null
  today: string
  mayChange: boolean
}

/** The exchange rate: the one that counts, another one, and those before. */
export function RatePanels({ from, to, now, rates, isFirst, older, today, mayChange }: RatePanelsProps) {
  const t = useTranslations('admin-pricing')
  const tLabel = useTranslations('admin.label')
  if (from === to) return <Notice>{t('rate.notNeeded', { currency: from })}</Notice>

  return (
    <div className="grid grid-cols-[minmax(0,1fr)_24rem] items-start gap-4 narrow:grid-cols-1">
      <Panel id="rate-now" title={now ? t('rate.now', { from, rate: now, to }) : t('rate.missing', { from, to })}>
        {now === null ? <p className="a-emptyline">{t('rate.missingWhy')}</p> : null}
        <ListTable
          label={t('rate.title')}
          rows={rates}
          first={[
            { head: t('rate.title'), isName: true, cell: ({ rate }) => <bdi>{`1 ${from} = ${rate} ${to}`}</bdi> },
            { head: t('rate.asOf'), cell: ({ asOf }) => <bdi>{asOf ?? tLabel('none')}</bdi> },
            {
              head: t('rate.source'),
              cell: ({ source }) => t(`rate.sources.${source === 'file' || source === 'undo' ? source : 'hand'}`),
            },
            {
              ...{ head: t('rate.since'), className: 'a-soft' },
              cell: ({ at, by }) => (
                <>
                  <LocalTime at={at} show="date_time" />
                  {by ? (
                    <>
                      , <bdi>{by}</bdi>
                    </>
                  ) : null}
                </>
              ),
            },
          ]}
        />
        <Pager
          label={t('rate.pages')}
          before={isFirst ? null : { href: '/admin/pricing?view=rate', label: t('history.newest') }}
          next={older ? { href: `/admin/pricing?view=rate&after=${older}`, label: t('history.older') } : null}
        />
      </Panel>
      {mayChange ? (
        <Panel id="rate-new" title={t('rate.another')}>
          <RateForm from={from} to={to} today={today} />
        </Panel>
      ) : null}
    </div>
  )
}
