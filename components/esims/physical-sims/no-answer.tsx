'use client'

import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import type { Check } from '#components/esims/physical-sims/use-check.ts'
import { ButtonLink } from '#components/ui/button.tsx'
import { Notice, type Tone } from '#components/ui/notice.tsx'

const MINUTE_SECONDS = 60

/** Why a number led to nothing to choose: unknown, nothing fits, asked too often, or nobody answered. */
export function NoAnswer({ check, shopHref }: { check: Check; shopHref: string }) {
  const t = useTranslations('simcards.check')

  return (
    <div role="status" aria-live="polite" className="empty:hidden">
      {check.isAsking ? <p className="soft">{t('asking')}</p> : null}
      {check.card?.answer === 'unknown' ? (
        <Said tone="wait" title={t('unknownTitle')}>
          {t('unknown')}
        </Said>
      ) : null}
      {check.card?.answer === 'takes_nothing' ? (
        <Said tone="wait" title={t('nothingTitle')}>
          {t('nothing')}{' '}
          <ButtonLink size="small" className="mt-3" href={shopHref}>
            {t('eSim')}
          </ButtonLink>
        </Said>
      ) : null}
      {check.failure ? <Failed failure={check.failure} /> : null}
    </div>
  )
}

function Failed({ failure }: { failure: NonNullable<Check['failure']> }) {
  const t = useTranslations('simcards.check')
  const { code, details, reference } = failure
  if (code === 'rate_limited') {
    const seconds = Number(details.retryAfterSeconds ?? MINUTE_SECONDS)

    return (
      <Said tone="wait" title={t('limitTitle')}>
        {t('limit', { minutes: Math.ceil(seconds / MINUTE_SECONDS) })}
      </Said>
    )
  }
  if (code === 'bad_input') return <Notice tone="wait">{t('noNumber')}</Notice>
  if (code === 'offline') return <Notice tone="wait">{t('offline')}</Notice>
  if (code === 'upstream_unavailable') {
    return (
      <Said tone="wait" title={t('noAnswerTitle')}>
        {t('noAnswer')}
      </Said>
    )
  }

  return (
    <Notice tone="bad">
      {t('internal')} {reference ? t('reference', { reference }) : null}
    </Notice>
  )
}

function Said({ tone, title, children }: { tone: Tone; title: string; children: ReactNode }) {
  return (
    <Notice tone={tone}>
      <b className="block">{title}</b>
      {children}
    </Notice>
  )
}
