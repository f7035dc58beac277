'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useId, useState } from 'react'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import { knownWords } from '#components/ui/admin/known-words.ts'
import { Panel } from '#components/ui/admin/panel.tsx'
import { Button } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { toFailure } from '#lib/core/client/ask.ts'
import { confirmReference } from '#lib/reconciliation/client/reconciliation.ts'
import type { ReferenceProof } from '#lib/reconciliation/schema.ts'

/** Asks both lists of the network about one of our references. Only an echo is proof. */
export function ReferencePanel() {
  const t = useTranslations('admin-reconciliation')
  const id = useId()
  const [proof, setProof] = useState<ReferenceProof | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isAsking, setAsking] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const reference = String(new FormData(event.currentTarget).get('reference')).trim()
    setAsking(true)
    setProblem(null)
    setProof(null)
    try {
      setProof(await confirmReference(reference))
    } catch (thrown) {
      const { code } = toFailure(thrown)
      const known = knownWords(t, 'failed', code)
      setProblem(known === code ? t('failed.internal') : known)
    } finally {
      setAsking(false)
    }
  }

  return (
    <Panel id={`${id}-title`} title={t('proof.title')}>
      <form className="a-pb a-pb-stack" onSubmit={submit}>
        <TextField
          id={`${id}-reference`}
          name="reference"
          label={t('proof.reference')}
          hint={t('proof.hint')}
          error={problem}
          required
          minLength={4}
          maxLength={64}
          autoComplete="off"
          spellCheck={false}
          dir="ltr"
        />
        <p>
          <Button type="submit" tone="ink" disabled={isAsking}>
            {t(isAsking ? 'search.asking' : 'proof.ask')}
          </Button>
        </p>
      </form>
      <div role="status" className={proof ? 'a-pb' : undefined}>
        {proof ? <Proof proof={proof} /> : null}
      </div>
    </Panel>
  )
}

function Proof({ proof }: { proof: ReferenceProof }) {
  const t = useTranslations('admin-reconciliation.proof')
  const { echoed, filtered, item: line } = proof
  const unproven = filtered.filter((orderNum) => !echoed.includes(orderNum))

  return (
    <Notice tone={echoed.length > 0 ? 'good' : 'wait'}>
      <p>{echoed.length > 0 ? t('echoed', { orders: echoed.join(', ') }) : t('none')}</p>
      {unproven.length > 0 ? <p>{t('filtered', { count: unproven.length })}</p> : null}
      <p>
        {line
          ? t.rich('line', {
              number: () => (
                <GoLink className="a-id a-link" href={`/admin/orders/${line.orderId}`}>
                  {line.number}
                </GoLink>
              ),
            })
          : t('noLine')}
      </p>
    </Notice>
  )
}
