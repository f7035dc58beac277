import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { LocalTime } from '#components/orders/local-time.tsx'
import { NetworkStatus } from '#components/reconciliation/admin/sides-table.tsx'
import { DataTable } from '#components/ui/admin/data-table.tsx'
import { hasWords, knownWords } from '#components/ui/admin/known-words.ts'
import { Mark, type MarkTone } from '#components/ui/admin/mark.tsx'
import { Panel } from '#components/ui/admin/panel.tsx'
import { Span } from '#components/ui/admin/relative-time.tsx'
import type { CancellationEligibility } from '#lib/esims/rules/admin-esims.ts'
import type { UsedFact } from '#lib/refunds/rules/refund-answer.ts'

const TONES: Record<CancellationEligibility['answer'], MarkTone> = { yes: 'ok', ask: 'wait', no: 'stop' }

/** Whether an eSIM can go back, why, and the facts that say so. */
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

/** The answer about an eSIM with its reasons, in words. */
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

/** What stands in the column of ages for a fact that has none. */
const FROM_NETWORK: readonly string[] = ['order_status', 'used_mb', 'started_at', 'install_signal']
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

type FactsTableProps = { facts: readonly UsedFact[]; label: string }

/** The facts about an eSIM, each with its age. What the network did not report is said so, never zero. */
export function FactsTable({ facts, label }: FactsTableProps) {
  const t = useTranslations('admin-desk.card')

  return (
    <DataTable label={label} heads={[t('factHead'), t('valueHead'), { head: t('ageHead'), className: 'a-num' }]}>
      {facts.map((fact) => (
        <tr key={fact.name}>
          <th scope="row">{knownWords(t, 'fact', fact.name)}</th>
          <td className="a-wrap">
            <FactText fact={fact} />
          </td>
          <td className="a-num a-soft">
            <ReadAge fact={fact} />
          </td>
        </tr>
      ))}
    </DataTable>
  )
}

function FactText({ fact: { name, value } }: { fact: UsedFact }) {
  const t = useTranslations('admin-desk')
  if (value === null) {
    const isOpen = name === 'revealed_at' || name === 'locked_at'

    return t(isOpen ? 'card.nobody' : 'card.notReported')
  }
  if (name === 'order_status') return <NetworkStatus status={Number(value)} />
  if (name === 'used_mb') return t('cards.megabytes', { mb: value })
  if (INSTANT.test(value)) return <LocalTime at={new Date(value)} show="moment" />

  return <bdi>{hasWords(t, 'card.value', value) ? knownWords(t, 'card.value', value) : value}</bdi>
}

function ReadAge({ fact: { name, ageMs } }: { fact: UsedFact }) {
  const t = useTranslations('admin-desk.card')
  if (ageMs !== null) {
    return t.rich('ago', { age: () => <Span seconds={Math.max(0, Math.floor(ageMs / 1000))} /> })
  }

  return t(FROM_NETWORK.includes(name) ? 'never' : 'ownRecord')
}
