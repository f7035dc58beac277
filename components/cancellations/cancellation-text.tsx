import { useTranslations } from 'next-intl'
import { planCancellation } from '#components/cancellations/plan-cancellation.ts'
import { esimWord } from '#components/esims/top-up/top-up-path.ts'
import type { CancelRule, TopUpTarget } from '#lib/settings/rules/shop.ts'

type Sold = { cancelRule: CancelRule; words: readonly string[]; topUp?: TopUpTarget | null }

/** Whether a plan can be cancelled after the sale, until when, and why not. `place` names it among several. */
export function CancellationText({ plan, place }: { plan: Sold; place?: string | undefined }) {
  const t = useTranslations('cancel')
  const { reason, days, terms } = planCancellation(plan)
  const answer = t(reason, { days, esim: esimWord(plan.topUp) })

  return (
    <>
      {place === undefined ? answer : t('of', { destination: place, answer })}
      {terms === '' ? null : (
        <>
          {' '}
          {t.rich('terms', {
            words: () => (
              <q lang="en" dir="auto">
                {terms}
              </q>
            ),
          })}
        </>
      )}
    </>
  )
}
