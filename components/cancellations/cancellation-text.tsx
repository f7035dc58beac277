import { useTranslations } from 'next-intl'
import { planCancellation } from '#components/cancellations/plan-cancellation.ts'
import { esimWord } from '#components/esims/top-up/top-up-path.ts'
import type { CancelRule, TopUpTarget } from '#lib/settings/rules/shop.ts'

type Sold = { cancelRule: CancelRule; words: readonly string[]; topUp?: TopUpTarget | null }

/** Whether a plan can be cancelled after the sale, until when, and why not. */
export function CancellationText({ plan }: { plan: Sold }) {
  const t = useTranslations('cancel')
  const { reason, days, terms } = planCancellation(plan)
  const answer = t(reason, { days, esim: esimWord(plan.topUp) })

  return (
    <>
      {answer}
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
