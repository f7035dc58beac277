'use client'

import { useTranslations } from 'next-intl'
import { useReport } from '#components/reconciliation/admin/outcomes.tsx'
import { ActionButton } from '#components/ui/admin/action-dialog.tsx'
import { ActionMessage } from '#components/ui/admin/form.tsx'
import { type FormField, REASON } from '#components/ui/admin/form-field.ts'
import { knownLabel } from '#components/ui/admin/known-label.ts'
import { useAction } from '#components/ui/admin/use-action.ts'
import { Button } from '#components/ui/button.tsx'
import { call } from '#lib/core/client/request.ts'
import type { RequestOf } from '#lib/core/rules/contract.ts'
import { type DiscrepancyAction, ruleFor } from '#lib/reconciliation/rules/discrepancy-kinds.ts'
import type { DecisionResult, decideDiscrepancyCall } from '#lib/reconciliation/schema.ts'

const TONES: Record<DecisionResult, 'good' | 'wait' | 'bad'> = {
  closed: 'good',
  asked: 'wait',
  differs: 'wait',
  no_answer: 'bad',
  waiting: 'wait',
}

type DiscrepancyActionsProps = {
  id: string
  kind: string
  title: string
  actions: DiscrepancyAction[]
  likely: string[]
}

/** What can be done about a discrepancy. Everything that changes something says what will happen and asks why, once. */
export function DiscrepancyActions({ id, kind, title, actions, likely }: DiscrepancyActionsProps) {
  const t = useTranslations('admin-reconciliation')
  const report = useReport()
  const send = (body: RequestOf<typeof decideDiscrepancyCall>['body']) =>
    call<typeof decideDiscrepancyCall>('POST /api/admin/reconciliation/discrepancies/[id]', { params: { id }, body })
  const tell = (action: DiscrepancyAction, result: DecisionResult) =>
    report({ tone: TONES[result], title, text: t(`result.${result}`, { act: t(`act.${action}`) }) })
  const atOnce = useAction({
    roomTexts: t,
    tell: () => null,
    send: (action: DiscrepancyAction) => send({ act: action }),
    onDone: ({ result }, action) => tell(action, result),
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
    <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
      {actions.map((action, index) => {
        const press = t(`act.${action}`)
        const check = index === 0 ? 'ink' : 'normal'
        if (ruleFor(action, kind).isAtOnce) {
          return (
            <Button
              key={action}
              tone={index === 0 ? 'ink' : 'outline'}
              aria-disabled={atOnce.isSending || undefined}
              onClick={() => atOnce.run(action)}
            >
              {press}
            </Button>
          )
        }
        const isLinked = action === 'link' && kind === 'upstream_order_unknown'

        return (
          <ActionButton
            key={action}
            title={press}
            effect={
              <>
                <p className="font-semibold">{title}</p>
                <p>{knownLabel(t, 'what', t.has(`what.${action}_${kind}`) ? `${action}_${kind}` : action)}</p>
              </>
            }
            press={press}
            fields={[...(isLinked ? [orderNumber] : []), { ...REASON, hint: t('reasonHint') }]}
            variant={check}
            roomTexts={t}
            send={(values) => send({ act: action, ...values })}
            onDone={({ result }) => tell(action, result)}
          />
        )
      })}
      <ActionMessage message={atOnce.message} variant="line" />
    </div>
  )
}
