import { useTranslations } from 'next-intl'
import { LocalTime } from '#components/orders/local-time.tsx'
import { knownWords } from '#components/ui/admin/known-words.ts'
import { Mark } from '#components/ui/admin/mark.tsx'
import { RelativeTime } from '#components/ui/admin/relative-time.tsx'
import type { RecoveryView } from '#lib/fulfilment/rules/recovery.ts'

type RecoveryPanelProps = { recovery: RecoveryView; now: Date }

/** Why the store takes nothing at the moment, how far it is, and what keeps it. */
export function RecoveryPanel({ recovery, now }: RecoveryPanelProps) {
  const t = useTranslations('admin')
  const { reason, since, lostSince, steps, fault, lastTryAt } = recovery
  const current = fault?.step ?? steps.find(({ doneAt }) => doneAt === null)?.step

  return (
    <section className="a-panel a-recovery" aria-labelledby="recovery">
      <div className="a-ph">
        <h2 id="recovery">
          <Mark tone="wait">{t('recovery.title')}</Mark>
        </h2>
        <span className="a-ph-end a-meta">
          <RelativeTime since={since} now={now} />
        </span>
      </div>
      <div className="a-pb a-pb-stack">
        <p>
          {t(`recovery.why.${reason}`)}{' '}
          {lostSince ? t.rich('recovery.lost', { at: () => <LocalTime at={lostSince} show="date_time" /> }) : null}
        </p>
        <p>{t('recovery.safe')}</p>
        <ol className="a-recovery-steps">
          {steps.map((step) => (
            <Step key={step.step} step={step} isCurrent={step.step === current} />
          ))}
        </ol>
        <p>
          {fault && lastTryAt
            ? t.rich('recovery.fault', {
                age: () => <RelativeTime since={lastTryAt} now={now} />,
                step: knownWords(t, 'recovery.step', fault.step),
                fault: knownWords(t, 'failure', fault.kind),
              })
            : t('recovery.next')}
        </p>
      </div>
    </section>
  )
}

type StepProps = { step: RecoveryView['steps'][number]; isCurrent: boolean }

function Step({ step: { step, doneAt, counts }, isCurrent }: StepProps) {
  const t = useTranslations('admin.recovery')
  const isDone = doneAt !== null && !isCurrent
  const state = isCurrent ? 'now' : isDone ? 'done' : 'later'

  return (
    <li>
      <Mark tone={isCurrent ? 'wait' : isDone ? 'ok' : 'plain'}>{t(state)}</Mark>
      <span>
        {t(`step.${step}`)}
        {counts.length > 0 ? (
          <span className="a-sub">
            {counts.map(({ key, count }) => t(`count.${step}.${key}`, { count })).join(', ')}
          </span>
        ) : null}
      </span>
    </li>
  )
}
