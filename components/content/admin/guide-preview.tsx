'use client'

import { useLocale, useTranslations } from 'next-intl'
import { GuideText } from '#components/content/guide-text.tsx'
import type { Preview } from '#lib/content/client/guides.ts'
import type { GuideWords } from '#lib/content/rules/guide-text.ts'
import type { Locale } from '#lib/core/i18n/config.ts'

const BLOCK = 'rounded-[10px] border border-dashed border-line-control bg-card px-4 py-3.5 text-[0.9375rem]'

type GuidePreviewProps = {
  preview: Preview | null
  words: GuideWords
  locale: Locale
  direction: 'ltr' | 'rtl'
  /** Whether lines end where they were ended, as in legal texts. */
  keepsLines?: boolean
}

/** A text as the shop reads it. In the place of the shop's own blocks stands what they are: prices are those of the shop. */
export function GuidePreview({ preview, words, locale, direction, keepsLines = false }: GuidePreviewProps) {
  const t = useTranslations('admin-guides')
  const reader = useLocale()
  const unsold = preview?.problems.flatMap(({ kind, what }) => (kind === 'unsold' ? [what] : [])) ?? []

  return (
    <div className="p-3.5 border-t border-line bg-paper pt-6 pb-8" lang={locale} dir={direction}>
      {words.title.trim() === '' ? null : (
        <p className="mb-2 font-display text-(length:--s4)/[1.15] font-bold text-balance normal-nums">{words.title}</p>
      )}
      {words.description.trim() === '' ? null : (
        <p className="mt-2 mb-6 text-[1.0625rem] text-ink-soft">{words.description}</p>
      )}
      <div className={keepsLines ? 'guide whitespace-pre-line' : 'guide'}>
        {preview ? (
          <GuideText
            blocks={preview.blocks}
            pictures={preview.pictures}
            locale={locale}
            plans={(slug) => (unsold.includes(slug) ? null : <p className={BLOCK}>{t('block.plans', { slug })}</p>)}
            phone={<p className={BLOCK}>{t('block.phone')}</p>}
          />
        ) : (
          <p lang={reader} dir="auto">
            {t('previewEmpty')}
          </p>
        )}
      </div>
    </div>
  )
}
