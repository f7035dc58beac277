'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.tsx'

type Outcome = 'idle' | 'copied' | 'failed'

/** Copies a value, and says in words whether that worked. `name` is what the phone calls the field. */
export function CopyButton({ name, value }: { name: string; value: string }) {
  const t = useTranslations('card.install')
  const [outcome, setOutcome] = useState<Outcome>('idle')

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      setOutcome('copied')
    } catch {
      setOutcome('failed')
    }
  }

  return (
    <>
      <Button size="small" aria-label={t('copyName', { name })} onClick={() => void copy()}>
        <Icon name={outcome === 'copied' ? 'check' : 'copy'} />
        {t('copy')}
      </Button>
      <p className="small soft col-span-full empty:hidden" role="status">
        {outcome === 'copied' ? t('copied', { name }) : null}
        {outcome === 'failed' ? t('copyFailed') : null}
      </p>
    </>
  )
}

/** A value as it is typed into a phone: left to right, in one width, selected by one press. */
export function CopyValue({ name, value }: { name: string; value: string }) {
  return (
    <div className="value">
      <span className="value-name">{name}</span>
      <code className="ltr">{value}</code>
      <CopyButton name={name} value={value} />
    </div>
  )
}
