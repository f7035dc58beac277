'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useProblem } from '#components/checkout/admin/use-problem.ts'
import { TopUpForm } from '#components/esims/admin/top-up-form.tsx'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import { Panel } from '#components/ui/admin/panel.tsx'
import { Button } from '#components/ui/button.tsx'
import type { StaffPayment } from '#lib/checkout/rules/staff-order.ts'
import { readTopUpOffer } from '#lib/esims/client/cards.ts'
import type { TopUpOffer } from '#lib/esims/client/top-ups.ts'

type TopUpPanelProps = { cardId: string; payments: StaffPayment[] }

/** A further plan for a customer's card: asked of the network by a press, then chosen, checked and made. */
export function TopUpPanel({ cardId, payments }: TopUpPanelProps) {
  const t = useTranslations('admin-hands')
  const problem = useProblem()
  const [offer, setOffer] = useState<TopUpOffer | null>(null)
  const [made, setMade] = useState<{ id: string; number: string } | null>(null)
  const [isAsking, setAsking] = useState(false)

  async function read() {
    setAsking(true)
    setMade(null)
    problem.clear()
    try {
      setOffer(await readTopUpOffer(cardId))
    } catch (thrown) {
      problem.tell(thrown)
    } finally {
      setAsking(false)
    }
  }

  return (
    <Panel
      id="card-top-up"
      title={t('topUp.title')}
      beside={
        <>
          <span className="a-meta a-wide">{t('topUp.lead')}</span>
          <span className="a-ph-end">
            <Button size="small" disabled={isAsking} onClick={read}>
              {t(isAsking ? 'new.asking' : offer ? 'topUp.again' : 'topUp.start')}
            </Button>
          </span>
        </>
      }
    >
      {offer && offer.refusal === null && !made ? (
        <TopUpForm
          cardId={cardId}
          plans={offer.plans}
          payments={payments}
          problem={problem}
          onMade={(order) => {
            setMade(order)
            setOffer(null)
          }}
        />
      ) : null}
      <div role="status">
        {offer?.refusal ? (
          <p className="a-emptyline">
            {offer.refusal === 'no_answer' ? t('topUp.no_answer') : t(`failed.${offer.refusal}`)}
          </p>
        ) : null}
        {problem.text === '' ? null : <p className="a-emptyline">{problem.text}</p>}
        {made ? (
          <p className="a-emptyline">
            {t('topUp.made')}{' '}
            <GoLink className="a-id a-link" href={`/admin/orders/${made.id}`}>
              {made.number}
            </GoLink>
          </p>
        ) : null}
      </div>
    </Panel>
  )
}
