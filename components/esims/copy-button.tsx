'use client'

import { useTranslations } from 'next-intl'
import { type ReactNode, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { copyText } from '#lib/core/client/copy-text.ts'

type Outcome = 'idle' | 'copied' | 'failed'

/** Copies a value, and says in words whether that worked. `name` is what the phone calls the field. */
export function CopyButton({ name, value }: { name: string; value: string }) {
  const t = useTranslations('card.install')
  const [outcome, setOutcome] = useState<Outcome>('idle')

  return (
    <>
      <Button
        size="small"
        aria-label={t('copyName', { name })}
        onClick={async () => setOutcome((await copyText(value)) ? 'copied' : 'failed')}
      >
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
    <ValueRow name={name}>
      <code className={VALUE}>{value}</code>
      <CopyButton name={name} value={value} />
    </ValueRow>
  )
}

export const VALUE =
  'ltr justify-self-start font-code text-[0.9375rem]/[1.45] font-medium break-all select-all [font-feature-settings:"zero"]'

/** A row of values: its name above what stands there, and what can be done with it at the end. */
export function ValueRow({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 border-t border-line py-3">
      <span className="col-span-full text-(length:--s-1) font-semibold text-ink-soft">{name}</span>
      {children}
    </div>
  )
}
