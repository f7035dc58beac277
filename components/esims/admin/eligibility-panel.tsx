import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { FactsTable } from '#components/esims/admin/facts-table.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import { Mark, type MarkTone } from '#components/ui/admin/mark.tsx'
import { Panel } from '#components/ui/admin/panel.tsx'
import type { CancellationEligibility } from '#lib/esims/rules/admin-cards.ts'

const TONES: Record<CancellationEligibility['answer'], MarkTone> = { yes: 'ok', ask: 'wait', no: 'stop' }

/** Whether a card can go back, why, and the facts that say so. */
export function EligibilityPanel({
  eligibility,
  children,
}: {
  eligibility: CancellationEligibility
  children: ReactNode
}) {
  const t = useTranslations('admin-desk.card')

  return (
    <Panel id="card-facts" title={t('facts')} beside={<span className="a-ph-end">{children}</span>}>
      <div className="a-pb">
        <p className="a-row">
          <span className="a-soft">{t('answerTitle')}</span> <Answer eligibility={eligibility} />
        </p>
      </div>
      <FactsTable facts={eligibility.facts} label={t('facts')} />
    </Panel>
  )
}

/** The answer about a card with its reasons, in words. */
export function Answer({
  eligibility: { answer, until, reasons },
}: {
  eligibility: Omit<CancellationEligibility, 'facts'>
}) {
  const t = useTranslations('admin-desk.card')

  return (
    <span>
      <Mark tone={TONES[answer]}>{t(`answer.${answer}`)}</Mark>{' '}
      {until ? t.rich('until', { at: () => <LocalTime at={until} show="date_time" /> }) : null}
      {reasons.length > 0 ? (
        <span className="a-sub">{reasons.map((reason) => t(`reason.${reason}`)).join(' ')}</span>
      ) : null}
    </span>
  )
}
