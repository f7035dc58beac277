'use client'

import { useTranslations } from 'next-intl'
import type { ActSpec, Typed } from '#components/orders/admin/act-spec.ts'
import { toBody, toPath } from '#components/orders/admin/read-typed.ts'
import { hasWords } from '#components/ui/admin/known-words.ts'
import { Notice, type Tone } from '#components/ui/notice.tsx'
import { ask, mayReadAgain, toFailure } from '#lib/core/client/ask.ts'

/** What a route says after an act. Every part is there for some of them only. */
type Answer = {
  outcome?: string
  answered?: boolean
  cards?: number
  newCodes?: number
  iccid?: string
  activationCode?: string
}

/** What came of an act: done with what was answered, or the code of the refusal, and whether the page may be read again. */
export type ActResult = { isDone: true; answer: Answer } | { isDone: false; code: string; mayRead: boolean }

/** Sends an act and returns what came of it. Never throws. */
export async function sendAct(
  spec: ActSpec,
  { typed, onceKey }: { typed: Typed; onceKey: string },
): Promise<ActResult> {
  try {
    const key = spec.isOnce ? { onceKey } : {}
    const answer = await ask<Answer>(toPath(spec, typed), { method: 'POST', body: toBody(spec, typed), ...key })

    return answer.outcome === 'no_answer'
      ? { isDone: false, code: 'no_answer', mayRead: true }
      : { isDone: true, answer }
  } catch (thrown) {
    const { code, details } = toFailure(thrown)

    return {
      isDone: false,
      code: typeof details.reason === 'string' ? details.reason : code,
      mayRead: mayReadAgain(thrown),
    }
  }
}

/** What came of an act, in words. */
export function ResultNotice({ result }: { result: ActResult }) {
  const t = useTranslations('admin-acts')
  if (!result.isDone) {
    const { code } = result
    if (code === 'no_answer') return <Notice tone="wait">{t('outcome.no_answer')}</Notice>
    const known = hasWords(t, 'failed', code) ? code : 'internal'

    return <Notice tone="bad">{t(`failed.${known}` as 'failed.internal')}</Notice>
  }
  const { answer } = result
  if (answer.activationCode) {
    return (
      <Notice tone="good">
        <p>{t('dialog.code', { iccid: answer.iccid ?? '' })}</p>
        <p className="a-id a-wrap-id a-strong">{answer.activationCode}</p>
      </Notice>
    )
  }
  if (answer.answered !== undefined) {
    const { answered, cards = 0, newCodes = 0 } = answer

    return (
      <Notice tone={answered ? 'good' : 'wait'}>
        {answered ? t('outcome.record', { cards, newCodes }) : t('outcome.recordSilent')}
      </Notice>
    )
  }

  return <Notice tone={toneOf(answer.outcome)}>{t(`outcome.${outcomeOf(answer.outcome)}`)}</Notice>
}

const OUTCOMES = ['moved', 'waiting', 'found', 'nothing'] as const

function outcomeOf(outcome: string | undefined): (typeof OUTCOMES)[number] | 'done' {
  return OUTCOMES.find((one) => one === outcome) ?? 'done'
}

function toneOf(outcome: string | undefined): Tone {
  return outcome === 'waiting' || outcome === 'nothing' ? 'wait' : 'good'
}
