'use client'

import { useTranslations } from 'next-intl'
import type { LivePreview } from '#components/content/admin/use-preview.ts'
import { failureText } from '#components/ui/admin/known-label.ts'
import { Mark } from '#components/ui/admin/panel.tsx'
import { isStopping, type Problem } from '#lib/content/rules/guide-document.ts'

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
