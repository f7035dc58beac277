'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { GuideText } from '#components/content/guide-text.tsx'
import { failureText } from '#components/ui/admin/known-label.ts'
import { Mark } from '#components/ui/admin/panel.tsx'
import { type Preview, type PreviewedText, previewGuide } from '#lib/content/client/guides.ts'
import { isStopping, type Problem } from '#lib/content/rules/guide-document.ts'
import type { GuideWords } from '#lib/content/rules/guide-text.ts'
import { type RequestFailure, toFailure } from '#lib/core/client/request.ts'
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

type ProblemListProps = { preview: LivePreview; onLine?: (line: number) => void }

/** What is wrong with a text, each with the way to its line. */
export function ProblemList({ preview: { shown, failure }, onLine }: ProblemListProps) {
  const t = useTranslations('admin-guides')
  const tAction = useTranslations('action')
  const problems = shown?.problems ?? []
  if (failure) {
    return (
      <p className="p-3.5" role="status">
        <Mark tone="stop">{failureText([t, tAction], failure)}</Mark>
      </p>
    )
  }
  if (problems.length === 0) {
    return (
      <p className="p-3.5" role="status">
        {shown ? <Mark tone="ok">{t('check.fine')}</Mark> : null}
      </p>
    )
  }

  return (
    <div className="p-3.5" role="status">
      <p>{t('check.found', { count: problems.length })}</p>
      <ul className="mt-1.5 grid gap-1.5">
        {problems.map((problem, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same thing may be wrong twice in a line.
          <li key={place}>
            <Mark tone={isStopping(problem) ? 'stop' : 'wait'}>
              {problem.line > 0 && onLine ? (
                <button type="button" className="a-link" onClick={() => onLine(problem.line)}>
                  {t('check.line', { line: problem.line })}
                </button>
              ) : (
                t(isStopping(problem) ? 'check.stops' : 'check.named')
              )}
            </Mark>{' '}
            <ProblemText problem={problem} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** A problem in words, and what it is about as it was written. */
export function ProblemText({ problem: { kind, what } }: { problem: Problem }) {
  const t = useTranslations('admin-guides.problem')

  return (
    <>
      {t(kind)}
      {what === '' ? null : (
        <>
          {' '}
          <code className="font-code text-[0.8125rem]/[1.5] font-normal wrap-anywhere" dir="auto">
            {what}
          </code>
        </>
      )}
    </>
  )
}

/** What the shop makes of a text: the last that could be read, and why the present one cannot. */
type LivePreview = { shown: Preview | null; failure: RequestFailure | null; isBusy: boolean }

const PAUSE_MS = 500

/** Has a text read by the store whenever somebody stops typing, one reading at a time. */
export function usePreview(
  { id, place, locale }: PreviewedText,
  { slug, title, description, body }: GuideWords,
  first: Preview | null,
): LivePreview {
  const [state, setState] = useState<LivePreview>({ shown: first, failure: null, isBusy: false })
  const isFirst = useRef(first !== null)

  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false

      return undefined
    }
    let isOver = false
    const timer = setTimeout(async () => {
      setState((before) => ({ ...before, isBusy: true }))
      try {
        const shown = await previewGuide({ id, place, locale }, { slug, title, description, body })
        if (!isOver) setState({ shown, failure: null, isBusy: false })
      } catch (thrown) {
        if (!isOver) setState((before) => ({ ...before, failure: toFailure(thrown), isBusy: false }))
      }
    }, PAUSE_MS)

    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [id, place, locale, slug, title, description, body])

  return state
}
