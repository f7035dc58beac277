'use client'

import { useTranslations } from 'next-intl'
import { useReport } from '#components/reconciliation/admin/outcomes.tsx'
import { ActionButton } from '#components/ui/admin/action-dialog.tsx'
import { ActionMessage } from '#components/ui/admin/form.tsx'
import { type FormField, REASON } from '#components/ui/admin/form-field.ts'
import { knownWords } from '#components/ui/admin/known-words.ts'
import { useAction } from '#components/ui/admin/use-action.ts'
import { Button } from '#components/ui/button.tsx'
import { actOnDiscrepancy } from '#lib/reconciliation/client/reconciliation.ts'
import type { DecisionResult } from '#lib/reconciliation/schema.ts'

const AT_ONCE = ['look_again', 'finish', 'fetch_details']

const TONES: Record<DecisionResult, 'good' | 'wait' | 'bad'> = {
  closed: 'good',
  asked: 'wait',
  differs: 'wait',
  no_answer: 'bad',
  waiting: 'wait',
}

type DiscrepancyActionsProps = { id: string; kind: string; title: string; acts: string[]; likely: string[] }

/** What can be done about a discrepancy. Everything that changes something says what will happen and asks why, once. */
export function DiscrepancyActions({ id, kind, title, acts, likely }: DiscrepancyActionsProps) {
  const t = useTranslations('admin-reconciliation')
  const report = useReport()
  const tell = (act: string, result: DecisionResult) =>
    report({ tone: TONES[result], title, text: t(`result.${result}`, { act: t(`act.${act}`) }) })
  const atOnce = useAction({
    roomTexts: t,
    tell: () => null,
    send: (act: string) => actOnDiscrepancy(id, { act, reason: '' }),
    onDone: ({ result }, act) => tell(act, result),
  })
  const orderNumber: FormField = {
    kind: 'text',
    name: 'orderNumber',
    label: t('orderNumber'),
    hint: likely.length > 0 ? t('likely', { numbers: likely.join(', ') }) : t('likelyNone'),
    defaultValue: likely[0] ?? '',
    spellCheck: false,
    dir: 'ltr',
  }

  return (
    <div className="a-row">
      {acts.map((act, index) => {
        const press = t(`act.${act}`)
        const look = index === 0 ? 'ink' : 'normal'
        if (AT_ONCE.includes(act)) {
          return (
            <Button
              key={act}
              tone={index === 0 ? 'ink' : 'outline'}
              aria-disabled={atOnce.isSending || undefined}
              onClick={() => atOnce.run(act)}
            >
              {press}
            </Button>
          )
        }
        const isLinked = act === 'link' && kind === 'upstream_order_unknown'

        return (
          <ActionButton
            key={act}
            title={press}
            effect={
              <>
                <p className="a-strong">{title}</p>
                <p>{knownWords(t, 'what', t.has(`what.${act}_${kind}`) ? `${act}_${kind}` : act)}</p>
              </>
            }
            press={press}
            fields={[...(isLinked ? [orderNumber] : []), { ...REASON, hint: t('reasonHint') }]}
            look={look}
            roomTexts={t}
            send={({ reason = '', ...values }) => actOnDiscrepancy(id, { act, reason, ...values })}
            onDone={({ result }) => tell(act, result)}
          />
        )
      })}
      <ActionMessage message={atOnce.message} look="line" />
    </div>
  )
}
