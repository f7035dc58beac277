import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Answer, FactsTable } from '#components/esims/admin/esim-panels.tsx'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import type { CancellationAnswer } from '#lib/cancellations/rules/cancellation-queue.ts'

type ReturnEsimProps = {
  id: string
  iccid: string
  state: string | null
  answer: CancellationAnswer | null
  when: string
  /** What the supplier owes for it, where it went back. */
  credit?: ReactNode
}

/** An eSIM in the back office: its number, the answer about it, and the facts behind the answer, opened by a press. */
export function ReturnEsim({ id, iccid, state, answer, when, credit }: ReturnEsimProps) {
  const t = useTranslations('admin-desk.desk')

  return (
    <div className="a-fact">
      <p className="a-row">
        <GoLink className="a-id a-link" href={`/admin/esims/${id}`}>
          {iccid}
        </GoLink>
        {state ? <span className="a-soft">{state}</span> : null}
      </p>
      {credit}
      {answer ? (
        <>
          <Answer eligibility={answer} />
          <details>
            <summary className="a-opens a-link">{when}</summary>
            <FactsTable facts={answer.facts} label={t('factsOf', { iccid })} />
          </details>
        </>
      ) : null}
    </div>
  )
}
