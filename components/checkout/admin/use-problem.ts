import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { hasWords } from '#components/ui/admin/known-words.ts'
import { toFailure } from '#lib/core/client/ask.ts'

/** Says why something could not be done, by its reason or else by its code. */
export function useProblem(): { text: string; tell: (thrown: unknown) => void; clear: () => void } {
  const t = useTranslations('admin-bulk')
  const [text, setText] = useState('')

  return {
    text,
    tell: (thrown) => {
      const { code, details } = toFailure(thrown)
      const words = [details.reason, code].filter((word) => typeof word === 'string')
      const known = words.find((word) => hasWords(t, 'failed', word)) ?? 'internal'
      setText(t(`failed.${known}` as 'failed.internal'))
    },
    clear: () => setText(''),
  }
}
