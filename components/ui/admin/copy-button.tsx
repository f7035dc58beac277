'use client'

import { useTranslations } from 'next-intl'
import { type ReactNode, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { copyText } from '#lib/core/client/copy-text.ts'

type CopyButtonProps = { text: string; label: string; tone?: 'ink' | 'outline' }

/** Puts a text on the clipboard, and says whether that worked. */
export function CopyButton({ text, label, tone = 'outline' }: CopyButtonProps) {
  const t = useTranslations('admin.label')
  const [outcome, setOutcome] = useState<'copied' | 'notCopied' | null>(null)

  return (
    <>
      <Button tone={tone} onClick={async () => setOutcome((await copyText(text)) ? 'copied' : 'notCopied')}>
        {label}
      </Button>
      <span role="status" className="a-meta">
        {outcome ? t(outcome) : ''}
      </span>
    </>
  )
}

/** A text that is shown once, to be copied: one press marks all of it. */
export function SecretText({ children }: { children: ReactNode }) {
  return (
    <code
      className="a-secret block rounded-lg border border-line bg-paper px-2.5 py-2 wrap-anywhere select-all"
      dir="ltr"
    >
      {children}
    </code>
  )
}
