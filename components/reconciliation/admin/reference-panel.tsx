'use client'

import { useTranslations } from 'next-intl'
import { useId, useState } from 'react'
import { Form } from '#components/ui/admin/form.tsx'
import { Panel } from '#components/ui/admin/panel.tsx'
import { OrderLink } from '#components/ui/admin/record-links.tsx'
import { useAction } from '#components/ui/admin/use-action.ts'
import { Notice } from '#components/ui/notice.tsx'
import { confirmReference } from '#lib/reconciliation/client/reconciliation.ts'
import type { ReferenceProof } from '#lib/reconciliation/schema.ts'

/** Asks both lists of the network about one of our references. Only an echo is proof. */
export function ReferencePanel() {
  const t = useTranslations('admin-reconciliation.proof')
  const id = useId()
  const [proof, setProof] = useState<(ReferenceProof & { reference: string }) | null>(null)
  const confirm = useAction({
    send: ({ reference }: { reference: string }) => {
      // A proof of one reference says nothing of another, whatever comes of the question.
      setProof(null)

      return confirmReference(reference)
    },
    tell: () => null,
    onDone: (answer, { reference }) => setProof({ ...answer, reference }),
    isRead: false,
  })

  return (
    <Panel id={`${id}-title`} title={t('title')}>
      <Form
        className="grid gap-3 p-3.5"
        action={confirm}
        fields={[
          {
            kind: 'text',
            name: 'reference',
            label: t('reference'),
            hint: t('hint'),
            minLength: 4,
            maxLength: 64,
            spellCheck: false,
            dir: 'ltr',
          },
        ]}
        press={t('ask')}
        isKept
      />
      <div role="status" className={proof ? 'p-3.5' : undefined}>
        {proof ? <Proof {...proof} /> : null}
      </div>
    </Panel>
  )
}

function Proof({ reference, echoed, filtered, item: line }: ReferenceProof & { reference: string }) {
  const t = useTranslations('admin-reconciliation.proof')
  const unproven = filtered.filter((orderNum) => !echoed.includes(orderNum))

  return (
    <Notice tone={echoed.length > 0 ? 'good' : 'wait'}>
      <p className="a-id">{reference}</p>
      <p>{echoed.length > 0 ? t('echoed', { orders: echoed.join(', ') }) : t('none')}</p>
      {unproven.length > 0 ? <p>{t('filtered', { count: unproven.length })}</p> : null}
      <p>
        {line
          ? t.rich('line', {
              number: () => <OrderLink id={line.orderId} number={line.number} />,
            })
          : t('noLine')}
      </p>
    </Notice>
  )
}
