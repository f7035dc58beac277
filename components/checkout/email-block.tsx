'use client'

import { useTranslations } from 'next-intl'
import type { RefObject } from 'react'
import { Block } from '#components/checkout/block.tsx'
import { Button } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'
import { Notice } from '#components/ui/notice.tsx'

type EmailBlockProps = {
  value: string
  error: string | null
  /** The address that was probably meant; null when nothing looks wrong, or the buyer said that it is right. */
  suggestion: string | null
  question: RefObject<HTMLDivElement | null>
  onChange: (email: string) => void
  onKeep: () => void
}

/** Where the link goes. An address that looks mistyped is questioned here, before any payment. */
export function EmailBlock({ value, error, suggestion, question, onChange, onKeep }: EmailBlockProps) {
  const t = useTranslations('checkout.you')

  return (
    <Block n={2} heading={t('heading')}>
      <TextField
        id="email"
        name="email"
        type="email"
        autoComplete="email"
        inputMode="email"
        spellCheck={false}
        label={t('email')}
        value={value}
        error={error}
        onChange={(event) => onChange(event.target.value)}
      />
      <div aria-live="polite" ref={question} tabIndex={-1}>
        {suggestion ? (
          <Notice tone="wait" className="mt-2.5 items-center">
            <div className="flex flex-wrap items-center gap-2">
              <span className="min-w-0 flex-1 basis-52 break-words">
                {t.rich('didYouMean', {
                  email: suggestion,
                  b: (words) => (
                    <b>
                      <bdi>{words}</bdi>
                    </b>
                  ),
                })}
              </span>
              <Button size="small" onClick={() => onChange(suggestion)}>
                {t('useIt')}
              </Button>
              <Button size="small" onClick={onKeep}>
                {t('keepMine')}
              </Button>
            </div>
          </Notice>
        ) : null}
      </div>
      <p className="soft mt-3">{t('emailHint')}</p>
    </Block>
  )
}
