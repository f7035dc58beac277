import { useTranslations } from 'next-intl'
import { knownWords } from '#components/ui/admin/known-words.ts'
import { Mark, type MarkTone } from '#components/ui/admin/mark.tsx'
import type { RunView } from '#lib/reconciliation/rules/admin-reconciliation.ts'

const TONES: Record<string, MarkTone> = {
  finished: 'ok',
  partial: 'wait',
  failed: 'stop',
  running: 'wait',
  asked: 'plain',
}

/** How a comparison stands. */
export function RunState({ run }: { run: RunView }) {
  const t = useTranslations('admin-reconciliation')

  return <Mark tone={TONES[run.state] ?? 'plain'}>{knownWords(t, 'runState', run.state)}</Mark>
}

/** The lists that a comparison could not read, with the reason. Nothing when it read them all. */
export function MissingParts({ run }: { run: RunView }) {
  const t = useTranslations('admin-reconciliation')
  const admin = useTranslations('admin')
  const missing = run.parts.filter(({ outcome }) => outcome !== 'complete')

  return missing.map(({ name, outcome }) => (
    <span key={name} className="a-sub">
      {t('partMissing', { part: knownWords(t, 'part', name), why: reasonOf(t, admin, outcome) })}
    </span>
  ))
}

function reasonOf(t: unknown, admin: unknown, outcome: string): string {
  const own = knownWords(t, 'partFault', outcome)

  return own === outcome ? knownWords(admin, 'failure', outcome) : own
}
