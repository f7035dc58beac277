import { useTranslations } from 'next-intl'
import { MissingParts, RunState } from '#components/reconciliation/admin/runs-table.tsx'
import { knownLabel } from '#components/ui/admin/known-label.ts'
import { Link } from '#components/ui/admin/link.tsx'
import { ExactSum } from '#components/ui/admin/money-amount.tsx'
import { DescriptionList, Empty, Mark, Panel, Tile, Tiles } from '#components/ui/admin/panel.tsx'
import { RelativeTime } from '#components/ui/admin/relative-time.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { addDecimals, decimal } from '#lib/core/rules/decimal.ts'
import type { BooksHealthView, ReconciliationView, RunView } from '#lib/reconciliation/queries/admin-reconciliation.ts'
import type { DiscrepancyGroup, RiskSum } from '#lib/reconciliation/rules/admin-reconciliation.ts'
import { viewAddress } from '#lib/settings/rules/saved-view.ts'

/** How many differences of each kind are open, and how much money is at risk with them. */
export function KindsPanel({ groups, open, kind }: { groups: DiscrepancyGroup[]; open: number; kind: string | null }) {
  const t = useTranslations('admin-reconciliation.kinds')
  const admin = useTranslations('admin')

  return (
    <Panel
      id="kinds"
      title={t('title', { count: open })}
      beside={<span className="ms-auto a-meta">{admin('label.atRisk')}</span>}
    >
      <nav aria-label={t('title', { count: open })}>
        <Facet href={viewAddress('reconciliation')} isHere={kind === null} count={open} risks={totalOf(groups)}>
          {t('all')}
        </Facet>
        {groups.map((group) => (
          <Facet
            key={group.kind}
            href={`/admin/reconciliation?kind=${group.kind}`}
            isHere={group.kind === kind}
            count={group.count}
            risks={group.risks}
          >
            {knownLabel(admin, 'discrepancy', group.kind)}
          </Facet>
        ))}
      </nav>
      <p className="a-emptyline a-meta">{t('rule')}</p>
    </Panel>
  )
}

type FacetProps = { href: string; isHere: boolean; count: number; risks: RiskSum[]; children: string }

function Facet({ href, isHere, count, risks, children }: FacetProps) {
  return (
    <Link
      className="grid min-h-[max(2.125rem,var(--a-ctl))] grid-cols-[minmax(0,1fr)_2rem_minmax(5.5rem,auto)] items-center gap-2 border-b border-hair px-3.5 py-1 -outline-offset-2 hover:bg-well aria-[current]:bg-well aria-[current]:font-semibold aria-[current]:shadow-[inset_3px_0_0_var(--signal)] rtl:aria-[current]:shadow-[inset_-3px_0_0_var(--signal)]"
      href={href}
      aria-current={isHere ? 'page' : undefined}
    >
      <span>{children}</span>
      <span className="a-num font-semibold">{count}</span>
      <span className="a-num a-soft">
        <Risks risks={risks} />
      </span>
    </Link>
  )
}

function totalOf(groups: DiscrepancyGroup[]): RiskSum[] {
  const sums = new Map<string, string>()
  for (const { amount, currency } of groups.flatMap(({ risks }) => risks)) {
    sums.set(currency, addDecimals(decimal(sums.get(currency) ?? '0'), decimal(amount)))
  }

  return [...sums].map(([currency, amount]) => ({ currency, amount }))
}

/** Sums in several currencies, one below the other. */
function Risks({ risks }: { risks: RiskSum[] }) {
  if (risks.length === 0) return <span className="a-soft">-</span>

  return risks.map((risk) => (
    <span key={risk.currency} className="block">
      <ExactSum {...risk} />
    </span>
  ))
}

/** What the last complete comparison read on each side. */
export function BooksPanel({ view }: { view: ReconciliationView }) {
  const t = useTranslations('admin-reconciliation.books')
  const tLabel = useTranslations('admin.label')
  const tReconciliation = useTranslations('admin-reconciliation')
  const { last, newest, readAt, open } = view
  const isBroken = newest !== null && newest.state !== 'finished'

  return (
    <>
      {isBroken ? <BrokenRun run={newest} now={readAt} /> : null}
      {last ? (
        <Tiles className="a-panel" columns="grid-cols-4" label={t('title')}>
          <SideTile name={tReconciliation('side.ours')} metric={last.ours} hint={t('oursHint')} isComplete />
          <SideTile
            name={tReconciliation('side.network')}
            metric={last.listed}
            hint={t('listedHint')}
            isComplete={isRead(newest, 'network')}
          />
          <SideTile
            name={t('payments')}
            metric={last.payments}
            hint={t('paymentsHint')}
            isComplete={
              newest === null || newest.parts.every(({ name, outcome }) => name === 'network' || outcome === 'complete')
            }
          />
          <Tile
            name={tLabel('openMismatches')}
            value={
              <Link className="a-link" href="/admin/reconciliation?view=findings">
                {open}
              </Link>
            }
          >
            <span className="a-meta">
              {t.rich('checked', { age: () => <RelativeTime since={last.finishedAt ?? last.until} now={readAt} /> })}
            </span>
          </Tile>
        </Tiles>
      ) : null}
    </>
  )
}

/** Everything agrees, or nothing was compared yet. */
export function AgreedPanel({ view }: { view: ReconciliationView }) {
  const t = useTranslations('admin-reconciliation.agreed')
  const { last, readAt } = view

  return (
    <section className="a-panel">
      <Empty
        icon={last ? 'check' : 'clock'}
        title={
          <h2 className="font-semibold">
            {last
              ? t.rich('title', { age: () => <RelativeTime since={last.finishedAt ?? last.until} now={readAt} /> })
              : t('never')}
          </h2>
        }
      >
        {last ? t('hint', { ours: last.ours, listed: last.listed, payments: last.payments }) : t('neverHint')}
      </Empty>
    </section>
  )
}

function BrokenRun({ run, now }: { run: RunView; now: Date }) {
  const t = useTranslations('admin-reconciliation.books')

  return (
    <Notice tone="bad">
      <p>{t.rich('broken', { age: () => <RelativeTime since={run.finishedAt ?? run.until} now={now} /> })}</p>
      <MissingParts run={run} />
    </Notice>
  )
}

type SideTileProps = { name: string; metric: number; hint: string; isComplete: boolean }

function SideTile({ name, metric, hint, isComplete }: SideTileProps) {
  const t = useTranslations('admin-reconciliation.books')

  return (
    <Tile
      name={name}
      state={
        <span className="a-meta">
          <Mark tone={isComplete ? 'ok' : 'wait'}>{t(isComplete ? 'complete' : 'old')}</Mark>
        </span>
      }
      value={metric}
    >
      <span className="a-meta">{hint}</span>
    </Tile>
  )
}

function isRead(run: RunView | null, part: string): boolean {
  return run === null || run.parts.some(({ name, outcome }) => name === part && outcome === 'complete')
}

/** When the books were last compared in full, and how many differences stand open. */
export function BooksHealth({ books, now }: { books: BooksHealthView; now: Date }) {
  const t = useTranslations('admin-reconciliation.health')
  const tLabel = useTranslations('admin.label')
  const tReconciliation = useTranslations('admin-reconciliation')
  const { open, oldestAt, last, newest } = books

  return (
    <Panel
      id="books"
      title={t('title')}
      beside={
        <Link className="ms-auto a-link a-meta" href={viewAddress('reconciliation')}>
          {tReconciliation('title')}
        </Link>
      }
    >
      <DescriptionList
        pairs={[
          {
            name: t('last'),
            value: last?.finishedAt
              ? tLabel.rich('ago', { age: () => <RelativeTime since={last.finishedAt ?? now} now={now} /> })
              : tLabel('never'),
          },
          {
            name: t('newest'),
            value: newest ? (
              <>
                <RunState run={newest} />
                <MissingParts run={newest} />
              </>
            ) : (
              tLabel('never')
            ),
          },
          {
            name: tLabel('openMismatches'),
            value: (
              <Link className="a-link" href={viewAddress('reconciliation')}>
                {open > 0 ? <Mark tone="wait">{String(open)}</Mark> : '0'}
              </Link>
            ),
          },
          ...(oldestAt ? [{ name: t('oldest'), value: <RelativeTime since={oldestAt} now={now} /> }] : []),
        ]}
      />
    </Panel>
  )
}
