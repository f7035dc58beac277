'use client'

import { useTranslations } from 'next-intl'
import { ActionMessage } from '#components/ui/admin/form.tsx'
import { Mark } from '#components/ui/admin/panel.tsx'
import { problemSentence } from '#components/ui/admin/problem-sentence.ts'
import { useAction } from '#components/ui/admin/use-action.ts'
import { Button } from '#components/ui/button.tsx'
import { call } from '#lib/core/client/request.ts'
import type { ConnectionStepResult } from '#lib/orders/client/admin.ts'
import type { testConnectionCall } from '#lib/provider/schema.ts'

/** Asks the network for a session, products, plans and stock, and says in a sentence what does not fit. */
export function ConnectionTest() {
  const t = useTranslations('admin.test')
  const test = useAction({
    send: () => call<typeof testConnectionCall>('POST /api/admin/connection/test'),
    tell: ({ steps }) => ({ tone: 'plain', text: <Steps steps={steps} /> }),
  })

  return (
    <div className="grid gap-3 p-3.5">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
        <Button tone="ink" aria-disabled={test.isSending || undefined} onClick={() => test.run()}>
          {t(test.isSending ? 'running' : 'run')}
        </Button>
        <span className="a-meta">{t('hint')}</span>
      </div>
      <ActionMessage message={test.message} variant="line" />
    </div>
  )
}

function Steps({ steps }: { steps: ConnectionStepResult[] }) {
  const t = useTranslations('admin.test')

  return (
    <ol className="grid gap-3">
      {steps.map((step) => (
        <li key={step.step}>
          <Mark tone={step.problem === null ? 'ok' : 'stop'}>
            {step.problem === null
              ? t(`good.${step.step}`, { count: step.count ?? 0, ms: step.latencyMs })
              : t(`problem.${problemSentence(step)}`, { code: step.code ?? '-' })}
          </Mark>
        </li>
      ))}
    </ol>
  )
}
