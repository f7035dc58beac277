import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { LocalTime } from '#components/orders/local-time.tsx'
import { ConflictList, DraftBar } from '#components/pricing/admin/draft-bar.tsx'
import { useRuleLabels } from '#components/pricing/admin/rule-labels.ts'
import { Notice } from '#components/ui/notice.tsx'
import type { DraftView, PricingView } from '#lib/pricing/queries/admin-pricing.ts'

type DraftPanelProps = { view: PricingView; draft: DraftView; mayChange: boolean; children: ReactNode }

/** A draft: what it changes, what stands in its way, and its acts. Below it the plans that it changes. */
export function DraftPanel({ view, draft, mayChange, children }: DraftPanelProps) {
  const t = useTranslations('admin-pricing')
  const tAdmin = useTranslations('admin')
  const labels = useRuleLabels(view.currency)
  const { counts, rate } = draft
  const seen = { id: draft.id, turn: draft.turn }
  const refuses = draft.rules > 0 && counts.underFloor > 0
  const isHindered = refuses || draft.conflicts.length > 0 || draft.hasRateConflict || (draft.rules === 0 && !rate)

  return (
    <section className="a-panel" aria-labelledby="draft">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-6 gap-y-3 px-3.5 py-3 phone:grid-cols-1">
        <div>
          <h2 id="draft">
            {t(draft.undoes ? 'draft.undoTitle' : 'draft.title', { rules: draft.rules, plans: counts.changed })}
          </h2>
          <p className="a-sub">
            {t('draft.counts', {
              cheaper: counts.cheaper,
              dearer: counts.dearer,
              entering: counts.entering,
              leaving: counts.leaving,
              underFloor: counts.underFloor,
            })}{' '}
            {counts.marginAfter === null
              ? null
              : t('draft.margin', {
                  before: labels.share(counts.marginBefore),
                  after: labels.share(counts.marginAfter),
                })}
          </p>
          <p className="a-sub">
            {draft.state === 'scheduled' && draft.dueAt
              ? t.rich('draft.planned', {
                  at: () => (draft.dueAt ? <LocalTime at={draft.dueAt} show="date_time" /> : null),
                })
              : t.rich('draft.saved', {
                  by: draft.by ?? tAdmin('actor.anonymous'),
                  at: () => <LocalTime at={draft.at} show="moment" />,
                })}
          </p>
        </div>
        {mayChange ? (
          <div className="grid max-w-128 justify-items-end gap-2 phone:justify-items-start">
            <DraftBar
              key={draft.turn}
              draft={seen}
              preview={draft.mark}
              changed={counts.changed}
              mayApply={!isHindered}
            />
          </div>
        ) : (
          <p className="a-meta">{t('readOnly')}</p>
        )}
      </div>
      <div className="grid gap-2 px-3.5 pb-3 empty:hidden">
        {draft.stopReason ? <Notice tone="bad">{t(`draft.stopped.${draft.stopReason}`)}</Notice> : null}
        {refuses ? (
          <Notice tone="bad">
            <b>{t('draft.refused', { count: counts.underFloor })}</b> {t('draft.refusedWhy')}
          </Notice>
        ) : null}
        {draft.hasRateConflict ? <Notice tone="wait">{t('failed.rate_changed')}</Notice> : null}
        {rate ? (
          <Notice>
            {t('draft.rate', {
              from: rate.from,
              to: rate.to,
              before: rate.before ?? tAdmin('label.none'),
              after: rate.rate,
              asOf: rate.asOf,
            })}
            {counts.underFloor > 0 && draft.rules === 0
              ? ` ${t('draft.rateLeaves', { count: counts.underFloor })}`
              : null}
          </Notice>
        ) : null}
        <ConflictList conflicts={draft.conflicts} draft={seen} currency={view.currency} mayChange={mayChange} />
        {view.rules
          .filter((rule) => rule.draft)
          .map((rule) => (
            <p key={`${rule.rule.scope}|${rule.rule.scopeKey}`} className="a-meta">
              <b>{labels.name(rule.rule)}</b>:{' '}
              {rule.terms ? <s className="a-soft">{labels.price(rule.terms)}</s> : t('noRule')}{' '}
              <span aria-hidden="true">→</span> {rule.draft?.terms ? labels.price(rule.draft.terms) : t('noRule')}
            </p>
          ))}
      </div>
      {children}
    </section>
  )
}
