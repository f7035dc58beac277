'use client'

import { useTranslations } from 'next-intl'
import { LocalTime } from '#components/orders/local-time.tsx'
import { useRuleLabels } from '#components/pricing/admin/rule-labels.ts'
import { usePricing } from '#components/pricing/admin/use-pricing.ts'
import { VERSIONS } from '#components/ui/admin/edit-form.tsx'
import { ActionMessage } from '#components/ui/admin/form.tsx'
import { Button } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { type DraftSeen, settleEdit } from '#lib/pricing/client/promotions.ts'
import type { ConflictView } from '#lib/pricing/queries/admin-pricing.ts'
import type { RuleTerms } from '#lib/pricing/rules/pricing-edit.ts'

type ConflictListProps = { conflicts: ConflictView[]; draft: DraftSeen; currency: string; mayChange: boolean }

/** Rules that somebody else has changed since the draft was made: what they say now beside what is wanted. */
export function ConflictList({ conflicts, draft, currency, mayChange }: ConflictListProps) {
  const t = useTranslations('admin-pricing')
  const tLabel = useTranslations('admin.label')
  const labels = useRuleLabels(currency)
  const said = (terms: RuleTerms | null) =>
    terms
      ? [
          labels.price(terms),
          labels.rounding(terms),
          labels.floor(terms) && t('floorOf', { floor: labels.floor(terms) ?? '' }),
        ]
          .filter(Boolean)
          .join(' · ')
      : t('noRule')

  return conflicts.map(({ rule, theirs, mine, by, at }) => (
    <Notice key={`${rule.scope}|${rule.scopeKey}`} tone="wait" icon="person">
      <b>
        {by && at
          ? t.rich('conflict.by', { by, rule: labels.name(rule), at: () => <LocalTime at={at} show="moment" /> })
          : t('conflict.gone', { rule: labels.name(rule) })}
      </b>
      <dl className={VERSIONS}>
        <dt>{tLabel('now')}</dt>
        <dd>{said(theirs)}</dd>
        <dt>{t('conflict.mine')}</dt>
        <dd>{said(mine)}</dd>
      </dl>
      {mayChange ? <Settle draft={draft} rule={rule} /> : null}
    </Notice>
  ))
}

/** Settles one of them; what came of it stands beside it. */
function Settle({ draft, rule }: { draft: DraftSeen; rule: ConflictView['rule'] }) {
  const t = useTranslations('admin-pricing')
  const { isSending, message, run } = usePricing()
  const settle = async (action: 'keep' | 'drop') => {
    await settleEdit(draft, rule, action)

    return null
  }

  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
        {(['keep', 'drop'] as const).map((action) => (
          <Button
            key={action}
            size="small"
            aria-disabled={isSending || undefined}
            onClick={() => run(() => settle(action))}
          >
            {t(`conflict.${action}`)}
          </Button>
        ))}
      </span>
      <ActionMessage message={message} variant="line" />
    </>
  )
}
