'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { Mark } from '#components/ui/admin/panel.tsx'
import { problemSentence } from '#components/ui/admin/problem-sentence.ts'
import { Button } from '#components/ui/button.tsx'
import { toFailure } from '#lib/core/client/ask.ts'
import { type ConnectionStepResult, testConnection } from '#lib/orders/client/admin.ts'

type Result = { steps: ConnectionStepResult[] } | { problem: 'offline' | 'internal' }

/** Asks the network for a session, products, plans and stock, and says in a sentence what does not fit. */
export function ConnectionTest() {
  const t = useTranslations('admin.test')
  const router = useRouter()
  const [isAsking, setAsking] = useState(false)
  const [result, setResult] = useState<Result | null>(null)
  const answer = useRef<HTMLDivElement>(null)

  async function run() {
    setAsking(true)
    setResult(null)
    try {
      setResult(await testConnection())
      router.refresh()
    } catch (error) {
      setResult({ problem: toFailure(error).code === 'offline' ? 'offline' : 'internal' })
    }
    setAsking(false)
    requestAnimationFrame(() => answer.current?.focus())
  }

  return (
    <div className="a-pb a-pb-stack">
      <div className="a-row">
        <Button tone="ink" onClick={run} disabled={isAsking}>
          {t(isAsking ? 'running' : 'run')}
        </Button>
        <span className="a-meta">{t('hint')}</span>
      </div>
      <div ref={answer} tabIndex={-1} role="status">
        {result && 'problem' in result ? <Mark tone="stop">{t(`failed.${result.problem}`)}</Mark> : null}
        {result && 'steps' in result ? (
          <ol className="a-pb-stack">
            {result.steps.map((step) => (
              <li key={step.step}>
                <Mark tone={step.problem === null ? 'ok' : 'stop'}>
                  {step.problem === null
                    ? t(`good.${step.step}`, { count: step.count ?? 0, ms: step.latencyMs })
                    : t(`problem.${problemSentence(step)}`, { code: step.code ?? '-' })}
                </Mark>
              </li>
            ))}
          </ol>
        ) : null}
      </div>
    </div>
  )
}
