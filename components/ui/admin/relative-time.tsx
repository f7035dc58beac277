import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Flag } from '#components/ui/flag.tsx'
import { useTag } from '#components/ui/use-tag.ts'

/** How long ago something was, in two units. */
export function RelativeTime({ since, now }: { since: Date; now: Date }) {
  const seconds = Math.max(0, Math.floor((now.getTime() - since.getTime()) / 1000))

  return <Span seconds={seconds} />
}

/** A stretch of time in its two largest units. */
export function Span({ seconds }: { seconds: number }) {
  const t = useTranslations('admin.age')
  const days = Math.floor(seconds / 86_400)
  const hours = Math.floor((seconds % 86_400) / 3_600)
  const minutes = Math.floor((seconds % 3_600) / 60)
  if (days > 0) return <span dir="auto">{t('days', { days, hours })}</span>
  if (hours > 0) return <span dir="auto">{t('hours', { hours, minutes })}</span>
  if (minutes > 0) return <span dir="auto">{t('minutes', { minutes, seconds: seconds % 60 })}</span>

  return <span dir="auto">{t('seconds', { seconds })}</span>
}

/** A delay: milliseconds while it is short, seconds with one decimal after that. */
export function Delay({ ms }: { ms: number | null }) {
  const t = useTranslations('admin.age')
  const tLabel = useTranslations('admin.label')
  const tag = useTag()
  const tenths = new Intl.NumberFormat(tag, { maximumFractionDigits: 1 })
  if (ms === null) return <span className="a-soft">{tLabel('noneYet')}</span>
  if (ms < 1_000) return <span dir="auto">{t('ms', { ms: Math.round(ms) })}</span>
  if (ms < 60_000) return <span dir="auto">{t('seconds', { seconds: tenths.format(ms / 1_000) })}</span>

  return <Span seconds={Math.round(ms / 1_000)} />
}

/** A name behind its small flag, cut when there is no room for it. */
export function DestinationCell({
  iso2,
  title,
  children,
}: {
  iso2: string | null
  title?: string
  children: ReactNode
}) {
  return (
    <span className="inline-flex max-w-full items-center gap-2">
      {iso2 ? <Flag iso2={iso2} size="small" /> : null}
      <span className="a-cut block max-w-60 truncate [text-align:match-parent]" title={title}>
        {children}
      </span>
    </span>
  )
}
