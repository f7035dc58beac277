'use client'

import { useTranslations } from 'next-intl'
import { useId, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'

/** The letter to the network's support, to be copied and sent by a person. */
export function SupportText({ text }: { text: string }) {
  const t = useTranslations('admin-reconciliation.support')
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [isCopied, setCopied] = useState(false)

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      // Not every page may write to the clipboard; the text stands there to be marked.
      setCopied(false)
    }
  }

  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('open')}</Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} labelledBy={`${id}-title`}>
        <h2 id={`${id}-title`}>{t('open')}</h2>
        <p className="a-meta">{t('hint')}</p>
        <pre className="a-letter" lang="en" dir="ltr">
          {text}
        </pre>
        <div className="a-row">
          <Button tone="ink" onClick={copy}>
            {t('copy')}
          </Button>
          <Button onClick={() => setOpen(false)}>{t('close')}</Button>
          <span role="status">{isCopied ? t('copied') : ''}</span>
        </div>
      </Dialog>
    </>
  )
}
